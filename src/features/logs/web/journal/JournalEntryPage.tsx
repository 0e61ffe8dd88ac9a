import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { dayOf, showDay, showInstant } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { q } from '#web/api.ts'
import { usePageParams } from '#web/router/page.ts'
import { BackLink } from '#web/record/RecordPage.tsx'
import { PageLink } from '#web/router/PageLink.tsx'
import { Pager } from '#web/table/toolbar/Pager.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { usePageTitle } from '#web/theme.ts'
import { ErrorPanel } from '#web/ui/states.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import type { JournalEntry } from '../../journal/journal.ts'
import { AccountLink } from '../accounts/AccountLink.tsx'
import './journal.css'
import '#web/table/list/table.css'

/** One transaction with its facts and rows. */
export function JournalEntryPage() {
  const t = useText()
  const { id } = usePageParams('/site-admin/logs/journal/:id/')
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState(100)
  const title = t('journal.entry', { number: Number(id) })
  usePageTitle(title)
  const { data, error, refetch } = useQuery({
    ...q('GET /api/v4/logs/journal/:id/', { params: { id }, query: { page, page_size: pageSize } }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <div className="record">
      <div className="page entry-page">
        <BackLink to="/site-admin/logs/journal/" table="journal" text={t('journal.back')} />
        {error && !data ? (
          <ErrorPanel error={error} onRetry={() => void refetch()} asPage />
        ) : (
          <>
            <h1 tabIndex={-1}>{title}</h1>
            {data ? <Entry entry={data} /> : <Spinner />}
            {data && data.rows.total_pages > 1 && (
              <Pager
                page={page}
                pages={data.rows.total_pages}
                pageSize={pageSize}
                count={data.rows.count}
                onPage={setPage}
                onPageSize={(size) => {
                  setPage(1)
                  setPageSize(size)
                }}
                onAim={() => undefined}
              />
            )}
          </>
        )}
      </div>
    </div>
  )
}

function Entry({ entry }: { entry: JournalEntry }) {
  const t = useText()
  const locale = useLocale()
  const facts: [string, ReactNode][] = [
    [t('journal.event'), entry.kind_display],
    [
      t('journal.business_day'),
      entry.closed_at
        ? `${showDay(entry.business_day)} · ${t('journal.closed_on', { date: showDay(dayOf(new Date(entry.closed_at))) })}`
        : showDay(entry.business_day),
    ],
    [t('journal.amount'), formatEuro(entry.amount_cents, locale)],
    [t('journal.booked_at'), showInstant(entry.created_at)],
    [t('journal.actor'), entry.actor],
    ...(entry.approver ? [[t('journal.approver'), entry.approver] as [string, ReactNode]] : []),
    ...(entry.note ? [[t('journal.note'), entry.note] as [string, ReactNode]] : []),
  ]
  const others: [number | null, (number: number) => string][] = [
    [entry.reverses_id, (number) => t('journal.reverses', { number })],
    [entry.reversed_by_id, (number) => t('journal.reversed_by', { number })],
  ]
  return (
    <>
      <dl className="entry-facts figures">
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {others.map(([number, words]) =>
        number === null ? null : (
          <p key={number}>
            <PageLink href={`/site-admin/logs/journal/${number}/`}>{words(number)}</PageLink>
          </p>
        ),
      )}
      <h2>{t('journal.rows')}</h2>
      <div className="table-card" role="region" aria-label={t('journal.rows')} tabIndex={0}>
        <table className="simple-table entry-rows">
          <caption className="visually-hidden">{t('journal.rows')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('journal.purpose')}</th>
              <th scope="col">{t('journal.debit')}</th>
              <th scope="col">{t('journal.credit')}</th>
              <th scope="col" className="end">
                {t('journal.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {entry.rows.results.map((row) => (
              <tr key={row.id}>
                <th scope="row">{row.purpose}</th>
                <td data-label={t('journal.debit')}>
                  <AccountLink account={row.debit} />
                  <div className="caption muted account-code">{row.debit.code}</div>
                </td>
                <td data-label={t('journal.credit')}>
                  <AccountLink account={row.credit} />
                  <div className="caption muted account-code">{row.credit.code}</div>
                </td>
                <td className="end figures" data-label={t('journal.amount')}>
                  {formatEuro(row.amount_cents, locale)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
