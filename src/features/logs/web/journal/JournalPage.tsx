import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatEuro } from '#shared/money.ts'
import { visible } from '#shared/text-direction.ts'
import { q } from '#web/api.ts'
import { TextField } from '#web/form/TextField.tsx'
import { useLocation } from '#web/router/page.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { columnsOf, titleOf } from '#web/table/list/columns.ts'
import { ExportButton } from '#web/table/toolbar/ExportButton.tsx'
import { ListTable } from '#web/table/list/ListTable.tsx'
import type { ListHandle } from '#web/table/state/types.ts'
import { useLocale, useText } from '#web/texts.ts'
import { LinkButton } from '#web/ui/Button.tsx'
import { signedEuro } from '../../signed-euro.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { readJournalSearch } from '../../journal/search.ts'
import { journalCells } from '../../journal/cells.ts'
import type { JournalRow } from '../../journal/journal.ts'
import { journalList, mostCounted } from '../../journal/table.ts'
import { AccountLink } from '../accounts/AccountLink.tsx'
import { useFilterNames } from '../filter-names.ts'
import { BusinessDay } from '../BusinessDay.tsx'
import { DayFilters } from '../DayFilters.tsx'
import { LedgerCheckCallout } from '../ledger-checks/LedgerCheckCallout.tsx'
import './journal.css'
import '#web/table/list/list-note.css'

const titleColumn = titleOf<JournalRow>(journalList, (row) => ({
  title: row.id.toLocaleString('de-DE'),
  href: `/site-admin/logs/journal/${row.id}/`,
}))

const allColumns = columnsOf(journalList, journalCells, {
  business_day: (row) => <BusinessDay day={row.business_day} closedAt={row.closed_at} />,
  kind: (row, t) => {
    const event = (
      <span>
        {row.kind_display}
        {row.note && <span className="muted"> · {visible(row.note)}</span>}
      </span>
    )
    if (row.reverses_id === null && row.reversed_by_id === null) return event
    return (
      <span className="journal-event">
        {event}
        {row.reverses_id !== null && (
          <EntryLink number={row.reverses_id} text={t('journal.reverses', { number: row.reverses_id })} />
        )}
        {row.reversed_by_id !== null && (
          <EntryLink
            number={row.reversed_by_id}
            text={t('journal.reversed_by', { number: row.reversed_by_id })}
          />
        )}
      </span>
    )
  },
  debit: (row) => row.debit && <AccountLink account={row.debit} />,
  credit: (row, t) => {
    if (!row.credit) return null
    const account = <AccountLink account={row.credit} />
    if (row.row_count < 2) return account
    return (
      <span className="journal-event">
        {account}
        <EntryLink number={row.id} text={t('journal.more_rows', { count: row.row_count - 1 })} />
      </span>
    )
  },
  actor: (row) => (
    <PageLink className="journal-actor" href={`?actor=${row.actor_id ?? 'system'}`}>
      {row.actor}
    </PageLink>
  ),
  amount: (row, _t, locale) =>
    row.balance_cents === null ? formatEuro(row.amount_cents, locale) : signedEuro(row.amount_cents, locale),
  balance: (row, _t, locale) =>
    row.balance_cents !== null && <strong>{formatEuro(row.balance_cents, locale)}</strong>,
})
const withoutBalance = allColumns.filter((column) => column.key !== 'balance')

const keyOf = (row: JournalRow) => String(row.id)

function EntryLink({ number, text }: { number: number; text: string }) {
  return (
    <PageLink className="caption" href={`/site-admin/logs/journal/${number}/`}>
      {text}
    </PageLink>
  )
}

/** Filters without a column: links and the form set them, chips show them. */
const otherFilters = (['account', 'project', 'company', 'actor', 'date_from', 'date_to'] as const).map(
  (name) => ({
    name,
    title: journalList.otherFilters[name].heading,
    texts: {},
  }),
)

/** All transactions of the ledger, newest first. With an account filter it shows running balance and sums. */
export function JournalPage() {
  const t = useText()
  const locale = useLocale()
  const { search } = useLocation()
  const names = useFilterNames(search)
  return (
    <ListTable
      route="GET /api/v4/logs/journal/"
      declaration={journalList}
      title={t('journal.title')}
      titleColumn={titleColumn}
      columns={search.account ? allColumns : withoutBalance}
      filters={otherFilters}
      options={names}
      rowKey={keyOf}
      searchText={t('journal.search')}
      emptyText={t('journal.none_yet')}
      emptyHint={t('journal.none_hint')}
      noneMatchText={t('journal.none_match')}
      above={
        <>
          <LedgerCheckCallout />
          {search.search !== undefined && !readJournalSearch(search.search) && (
            <div className="list-note">
              <Callout tone="warning" loud>
                {t('journal.search_unclear', { example: formatEuro(123_456, locale) })}
              </Callout>
            </div>
          )}
          <JournalFilters key={JSON.stringify(search)} search={search} />
        </>
      }
      actions={(list) => (
        <>
          <LinkButton size="sm" to="/site-admin/logs/accounts/">
            {t('accounts.title')}
          </LinkButton>
          <LinkButton size="sm" to="/site-admin/logs/months/">
            {t('months.title')}
          </LinkButton>
          <ExportButton route="GET /api/v4/logs/journal/export/" list={list} />
        </>
      )}
      below={(list, answer) => (
        <>
          {answer?.more && (
            <p className="journal-sums">{t('journal.more_than_shown', { count: mostCounted })}</p>
          )}
          <Sums list={list} />
        </>
      )}
    />
  )
}

function JournalFilters({ search }: { search: Readonly<Record<string, string>> }) {
  const t = useText()
  const [account, setAccount] = useState(search.account ?? '')
  return (
    <DayFilters search={search} others={{ account: account.trim() }}>
      <TextField
        name="account"
        label={t('journal.account')}
        placeholder={t('journal.account_hint')}
        value={account}
        onChange={setAccount}
      />
    </DayFilters>
  )
}

/** Incoming and outgoing sums and balance of the filtered account, with a link to its sheet. */
function Sums({ list }: { list: ListHandle }) {
  const t = useText()
  const locale = useLocale()
  const { data } = useQuery({
    ...q('GET /api/v4/logs/journal/sums/', { query: list.query }),
    enabled: list.query.account !== undefined,
  })
  if (!data || list.query.account === undefined) return null
  return (
    <p className="journal-sums figures">
      <span>
        {t('journal.sums', {
          in: formatEuro(data.in_cents, locale),
          out: formatEuro(data.out_cents, locale),
          balance: formatEuro(data.balance_cents, locale),
        })}
      </span>
      {data.account_id !== null && (
        <PageLink href={`/site-admin/logs/accounts/${data.account_id}/`}>{t('journal.open_sheet')}</PageLink>
      )}
    </p>
  )
}
