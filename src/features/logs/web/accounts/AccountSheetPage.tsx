import { useQuery } from '@tanstack/react-query'
import { formatEuro } from '#shared/money.ts'
import { visible } from '#shared/text-direction.ts'
import { type Answer, q } from '#web/api.ts'
import { useLocation, usePageParams } from '#web/router/page.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { columnsOf, titleOf } from '#web/table/list/columns.ts'
import { ExportButton } from '#web/table/toolbar/ExportButton.tsx'
import { ListTable } from '#web/table/list/ListTable.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { sheetCells } from '../../accounts/cells.ts'
import type { SheetRow } from '../../accounts/accounts.ts'
import { sheetList } from '../../accounts/table.ts'
import { signedEuro } from '../../signed-euro.ts'
import { AccountLink } from './AccountLink.tsx'
import { BusinessDay } from '../BusinessDay.tsx'
import { DayFilters } from '../DayFilters.tsx'
import { useFilterNames } from '../filter-names.ts'
import '../journal/journal.css'

const route = 'GET /api/v4/logs/accounts/:id/'

const titleColumn = titleOf<SheetRow>(sheetList, (row) => ({
  title: row.transaction_id.toLocaleString('de-DE'),
  href: `/site-admin/logs/journal/${row.transaction_id}/`,
}))
const columns = columnsOf(sheetList, sheetCells, {
  business_day: (row) => <BusinessDay day={row.business_day} closedAt={row.closed_at} />,
  other: (row) => <AccountLink account={row.other} />,
  amount: (row, _t, locale) => signedEuro(row.amount_cents, locale),
  balance: (row, _t, locale) => <strong>{formatEuro(row.balance_cents, locale)}</strong>,
})
const keyOf = (row: SheetRow) => String(row.id)
const filters = (['date_from', 'date_to'] as const).map((name) => ({
  name,
  title: sheetList.otherFilters[name].heading,
  texts: {},
}))

/** An account's sheet with opening, running and closing balance. */
export function AccountSheetPage() {
  const t = useText()
  const { id } = usePageParams('/site-admin/logs/accounts/:id/')
  const { search } = useLocation()
  const names = useFilterNames(search)
  const { data } = useQuery({ ...q(route, { params: { id }, query: { page_size: 10 } }), retry: false })
  return (
    <ListTable
      key={id}
      route={route}
      params={{ id }}
      declaration={sheetList}
      title={t('accounts.sheet', { account: visible(data?.account.name ?? '') })}
      titleColumn={titleColumn}
      columns={columns}
      filters={filters}
      options={names}
      rowKey={keyOf}
      emptyText={t('accounts.no_rows')}
      emptyHint={t('accounts.no_rows_hint')}
      noneMatchText={t('accounts.no_rows')}
      above={
        <div className="sheet-head">
          <p className="sheet-links">
            <PageLink href="/site-admin/logs/accounts/">{t('accounts.title')}</PageLink>
            {data && (
              <PageLink href={`/site-admin/logs/journal/?account=${encodeURIComponent(data.account.code)}`}>
                {t('accounts.in_journal')}
              </PageLink>
            )}
            {data && <span className="caption muted account-code">{data.account.code}</span>}
          </p>
          <DayFilters key={JSON.stringify(search)} search={search} />
        </div>
      }
      actions={(list) => (
        <ExportButton route="GET /api/v4/logs/accounts/:id/export/" params={{ id }} list={list} />
      )}
      below={(_, answer) => answer && <Balances {...answer} />}
    />
  )
}

function Balances(sheet: Pick<Answer<typeof route>, 'opening_cents' | 'closing_cents'>) {
  const t = useText()
  const locale = useLocale()
  return (
    <p className="journal-sums figures">
      <span>{t('accounts.opening', { amount: formatEuro(sheet.opening_cents, locale) })}</span>
      <strong>{t('accounts.closing', { amount: formatEuro(sheet.closing_cents, locale) })}</strong>
    </p>
  )
}
