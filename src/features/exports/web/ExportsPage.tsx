import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showInstant } from '#shared/dates.ts'
import { formatInteger } from '#shared/money.ts'
import { type Answer, api, newIdempotencyKey, q } from '#web/api.ts'
import { useWatchedWork } from '#web/reported-work.ts'
import { usePolling } from '#web/polling.ts'
import { markStale, refreshed } from '#web/stale.ts'
import { Pager } from '#web/table/toolbar/Pager.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { useIsMobile, usePageTitle } from '#web/theme.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import { EmptyState, explain } from '#web/ui/states.tsx'
import type { Tone } from '#shared/labels.ts'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { notify } from '#web/ui/toasts.ts'
import { useRunning } from '#web/ui/useRunning.ts'
import { WorkProgress } from '#web/ui/WorkProgress.tsx'
import '#web/table/list/table.css'

type Export = Answer<'GET /api/v4/exports/'>['results'][number]

const tones: Record<Export['status'], Tone> = {
  queued: 'default',
  running: 'info',
  done: 'success',
  failed: 'danger',
  cancelled: 'default',
}

export function ExportsPage() {
  const t = useText()
  const title = t('nav.exports')
  usePageTitle(title)
  const mobile = useIsMobile()
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState(25)
  const { data, error, refetch } = useQuery({
    ...q('GET /api/v4/exports/', { query: { page, page_size: pageSize } }),
    placeholderData: keepPreviousData,
    // Polls while an export is being created, so that its row shows the progress.
    refetchInterval: usePolling(({ results }) => results.some(atWork)),
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
          {mobile ? (
            <ExportCards title={title} rows={data.results} />
          ) : (
            <ExportTable title={title} rows={data.results} />
          )}
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

const atWork = ({ status }: Export) => status === 'queued' || status === 'running'

function Making({ row }: { row: Export }) {
  const t = useText()
  const [stopping, run] = useRunning()
  const stop = async () => {
    try {
      const params = { id: row.id }
      await api('POST /api/v4/exports/:id/cancel/', { params, idempotencyKey: newIdempotencyKey() })
    } catch (error) {
      // After a lost answer the export may still have stopped.
      void markStale('export')
      notify({ tone: 'danger', title: t('states.error'), message: explain(error, t) })
    }
    await refreshed()
  }
  return (
    <WorkProgress
      label={t('exports.making', { list: t.of(`nav.${row.list}`) })}
      done={row.rows_done}
      total={row.row_count}
      step={row.status}
      stop={{ text: t('work.stop'), stopping, run: () => run(stop) }}
    />
  )
}

function Name({ row }: { row: Export }) {
  if (!row.download_url) return row.filename || '-'
  return (
    <a href={row.download_url} download>
      {row.filename}
    </a>
  )
}

function State({ row }: { row: Export }) {
  const t = useText()
  useWatchedWork('export', row.id)
  if (atWork(row)) return <Making row={row} />
  return (
    <StatusLabel
      tone={tones[row.status]}
      text={t(row.status === 'cancelled' ? 'exports.stopped' : `jobs.state.${row.status}`)}
    />
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
                <Name row={row} />
              </th>
              <td>{t.of(`nav.${row.list}`)}</td>
              <td>
                <State row={row} />
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

function ExportCards({ title, rows }: { title: string; rows: readonly Export[] }) {
  const t = useText()
  const locale = useLocale()
  return (
    <ul className="fact-cards" aria-label={title}>
      {rows.map((row) => (
        <li key={row.id}>
          <Name row={row} />
          <dl className="facts">
            <dt>{t('exports.list')}</dt>
            <dd>{t.of(`nav.${row.list}`)}</dd>
            <dt>{t('columns.state')}</dt>
            <dd>
              <State row={row} />
            </dd>
            <dt>{t('exports.count')}</dt>
            <dd className="figures">{row.row_count === null ? '-' : formatInteger(row.row_count, locale)}</dd>
            <dt>{t('columns.created_at')}</dt>
            <dd className="figures">{showInstant(row.created_at)}</dd>
            <dt>{t('exports.kept_until')}</dt>
            <dd className="figures">{row.expires_at ? showInstant(row.expires_at) : '-'}</dd>
          </dl>
        </li>
      ))}
    </ul>
  )
}
