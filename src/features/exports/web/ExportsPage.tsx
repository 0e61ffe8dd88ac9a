import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showInstant } from '#shared/dates.ts'
import { formatInteger } from '#shared/money.ts'
import { type Answer, q } from '#web/api.ts'
import { Pager } from '#web/table/Pager.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { usePageTitle } from '#web/theme.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ListFailed } from '#web/table/ListFailed.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Tone } from '#shared/labels.ts'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import '#web/table/table.css'

type Export = Answer<'GET /api/v4/exports/'>['results'][number]

const tones: Record<Export['status'], Tone> = {
  queued: 'default',
  running: 'info',
  done: 'success',
  failed: 'danger',
}

/** The own long exports: how far they are, and their files as long as they are kept. */
export function ExportsPage() {
  const t = useText()
  const title = t('nav.exports')
  usePageTitle(title)
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState(25)
  const { data, error, refetch } = useQuery({
    ...q('GET /api/v4/exports/', { query: { page, page_size: pageSize } }),
    placeholderData: keepPreviousData,
    // While one is being made its row follows.
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ status }) => status === 'queued' || status === 'running') ? 3_000 : false,
  })
  return (
    <div className="page">
      <header className="page-head">
        <h1 tabIndex={-1}>{title}</h1>
      </header>
      <p className="small muted exports-note">{t('exports.note')}</p>
      {!data ? (
        error ? (
          <ListFailed error={error} onRetry={() => void refetch()} />
        ) : (
          <Spinner />
        )
      ) : data.count === 0 ? (
        <EmptyState title={t('exports.none_yet')}>{t('exports.none_hint')}</EmptyState>
      ) : (
        <>
          <ExportTable title={title} rows={data.results} />
          <Pager
            page={data.current_page}
            pages={data.total_pages}
            pageSize={pageSize}
            count={data.count}
            onPage={setPage}
            onPageSize={(size) => {
              setPageSize(size)
              setPage(1)
            }}
            onAim={() => {}}
          />
        </>
      )}
    </div>
  )
}

function ExportTable({ title, rows }: { title: string; rows: readonly Export[] }) {
  const t = useText()
  const locale = useLocale()
  return (
    <div className="table-card" role="region" aria-label={title} tabIndex={0}>
      <table className="simple-table">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('exports.file')}</th>
            <th scope="col">{t('exports.list')}</th>
            <th scope="col">{t('columns.state')}</th>
            <th scope="col" className="end">
              {t('exports.count')}
            </th>
            <th scope="col">{t('columns.created_at')}</th>
            <th scope="col">{t('exports.kept_until')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                {row.download_url ? (
                  <a href={row.download_url} download>
                    {row.filename}
                  </a>
                ) : (
                  row.filename || '-'
                )}
              </th>
              <td>{t.of(`nav.${row.list}`)}</td>
              <td>
                <StatusLabel tone={tones[row.status]} text={t(`jobs.state.${row.status}`)} />
              </td>
              <td className="end figures">
                {row.row_count === null ? '-' : formatInteger(row.row_count, locale)}
              </td>
              <td className="figures nowrap">{showInstant(row.created_at)}</td>
              <td className="figures nowrap">{row.expires_at ? showInstant(row.expires_at) : '-'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
