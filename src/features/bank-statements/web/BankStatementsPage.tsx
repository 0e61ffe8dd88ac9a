import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showDay } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { formatEuro } from '#shared/money.ts'
import type { PageAddress } from '#shared/pages.ts'
import { q } from '#web/api.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { useAllowed } from '#web/profile.tsx'
import { changeSearch } from '#web/router/navigate.ts'
import { useLocation } from '#web/router/page.ts'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import { Pager } from '#web/table/toolbar/Pager.tsx'
import { useIsMobile, usePageTitle } from '#web/theme.ts'
import { type Translate, useLocale, useText } from '#web/texts.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { EmptyState, NotAllowed } from '#web/ui/states.tsx'
import { breakText } from './break-text.ts'
import { doneOf, type StatementRow } from './data.ts'
import { CsvLayouts } from './CsvLayouts.tsx'
import { ImportFile } from './ImportFile.tsx'
import '#web/table/list/table.css'
import './statements.css'

export function BankStatementsPage() {
  const t = useText()
  const allowed = useAllowed()
  usePageTitle(t('bank_statements.title'))
  if (!allowed('view_bank_statements')) return <NotAllowed asPage permission="view_bank_statements" />
  return <Statements mayImport={allowed('create_bank_statements')} />
}

function Statements({ mayImport }: { mayImport: boolean }) {
  const t = useText()
  const { search } = useLocation()
  const mobile = useIsMobile()
  const page = Number(search.page) || 1
  const page_size = Number(search.page_size) || 25
  const { data, error, refetch } = useQuery(q('GET /api/v4/bank-statements/', { query: { page, page_size } }))
  const go = (to: { page: number; page_size: number }) => changeSearch(to, { keepScroll: false })
  const rows = data?.results ?? []
  // Somebody without a right to the settings chooses among the accounts that have statements.
  const [known] = useState(() => new Map<string, string>())
  for (const { account } of rows) known.set(account.slug, `${account.title} ${account.iban}`)
  return (
    <div className="panel statements-page">
      <h1 tabIndex={-1}>{t('bank_statements.title')}</h1>
      {mayImport && <ImportFile known={known} />}
      {!data && (error ? <ListFailed error={error} onRetry={() => void refetch()} /> : <Spinner />)}
      {data?.count === 0 && <EmptyState title={t('bank_statements.none_yet')} />}
      {data && data.count > 0 && (
        <>
          {mobile ? <StatementCards rows={rows} /> : <StatementTable rows={rows} />}
          <Pager
            page={data.current_page}
            pages={data.total_pages}
            pageSize={page_size}
            count={data.count}
            onPage={(to) => go({ page: to, page_size })}
            onPageSize={(size) => go({ page: 1, page_size: size })}
            onAim={() => {}}
          />
        </>
      )}
      {mayImport && <CsvLayouts />}
    </div>
  )
}

const addressOf = ({ id }: StatementRow): PageAddress => `/site-admin/bank-statement/${id}/`

function StatementTable({ rows }: { rows: readonly StatementRow[] }) {
  const t = useText()
  const locale = useLocale()
  return (
    <div className="table-card" role="region" aria-label={t('bank_statements.title')} tabIndex={0}>
      <table className="simple-table">
        <thead>
          <tr>
            <th scope="col">{t('bank_statements.number')}</th>
            <th scope="col">{t('bank_statements.kind')}</th>
            <th scope="col">{t('bank_statements.account')}</th>
            <th scope="col">{t('bank_statements.days')}</th>
            <th scope="col" className="end">
              {t('bank_statements.closing')}
            </th>
            <th scope="col">{t('bank_statements.done')}</th>
            <th scope="col">{t('bank_statements.remark')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <PageLink href={addressOf(row)}>{t('bank_statements.one', { number: row.number })}</PageLink>
              </th>
              <td>{kindOf(row, t)}</td>
              <td>
                {row.account.title} <span className="muted nowrap">{row.account.iban}</span>
              </td>
              <td className="figures nowrap">
                <Days row={row} />
              </td>
              <td className="end figures nowrap">{formatEuro(row.closing_cents, locale)}</td>
              <td>
                <DoneLabel row={row} />
              </td>
              <td>{remarksOf(row, t, locale) || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function StatementCards({ rows }: { rows: readonly StatementRow[] }) {
  const t = useText()
  const locale = useLocale()
  return (
    <ul className="fact-cards" aria-label={t('bank_statements.title')}>
      {rows.map((row) => (
        <li key={row.id}>
          <PageLink className="strong" href={addressOf(row)}>
            {t('bank_statements.one', { number: row.number })}
          </PageLink>
          <dl className="facts">
            <dt>{t('bank_statements.kind')}</dt>
            <dd>{kindOf(row, t)}</dd>
            <dt>{t('bank_statements.account')}</dt>
            <dd>{row.account.title}</dd>
            <dt>{t('bank_statements.days')}</dt>
            <dd className="figures">
              <Days row={row} />
            </dd>
            <dt>{t('bank_statements.closing')}</dt>
            <dd className="figures">{formatEuro(row.closing_cents, locale)}</dd>
            <dt>{t('bank_statements.done')}</dt>
            <dd>
              <DoneLabel row={row} />
            </dd>
          </dl>
          {remarksOf(row, t, locale)}
        </li>
      ))}
    </ul>
  )
}

function Days({ row }: { row: StatementRow }) {
  const t = useText()
  return t('bank_statements.days_of', { from: showDay(row.from_day), to: showDay(row.to_day) })
}

function DoneLabel({ row }: { row: StatementRow }) {
  const t = useText()
  const done = doneOf(row)
  const tone = done === row.lines ? 'success' : row.counts.open > 0 ? 'default' : 'warning'
  return <StatusLabel tone={tone} text={t('bank_statements.progress', { n: done, m: row.lines })} />
}

/** The report's day may not be over. */
const kindOf = ({ is_day_report }: StatementRow, t: Translate) =>
  t(is_day_report ? 'bank_statements.kind.day_report' : 'bank_statements.kind.statement')

function remarksOf(row: StatementRow, t: Translate, locale: Locale): string {
  const remarks = row.notes.map(({ text }) => text)
  if (row.break) remarks.unshift(breakText(row.break, t, locale))
  return remarks.join(' ')
}
