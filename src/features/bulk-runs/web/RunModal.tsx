import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { showInstant } from '#shared/dates.ts'
import { formatInteger } from '#shared/money.ts'
import { visible } from '#shared/text-direction.ts'
import { q } from '#web/api.ts'
import { download } from '#web/download.ts'
import { useAllowed } from '#web/profile.tsx'
import { PageLink } from '#web/router/PageLink.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconDownload } from '#web/ui/icons.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { WorkProgress } from '#web/ui/WorkProgress.tsx'
import { finishedRows, rowsToFinish, undoableRuns } from '../rules.ts'
import { Figures } from './Figures.tsx'
import { actOnRun, addressOf, atWork, type Run, titleOf, withFailureToast } from './run.ts'
import { watchedRun } from './run-store.ts'
import { RunAnnouncement } from './RunAnnouncement.tsx'

const rowsShown = 10
const gone = 'not_found'
const allRuns = '/site-admin/projects/runs/'

export function RunModal({ run, onClose }: { run: Run; onClose: () => void }) {
  const t = useText()
  const [busy, setBusy] = useState(false)
  const allowed = useAllowed()
  const doing = async (work: () => Promise<unknown>) => {
    setBusy(true)
    await withFailureToast(t, work)
    setBusy(false)
  }
  const act = (what: Parameters<typeof actOnRun>[1]) => () => void doing(() => actOnRun(run.id, what))
  return (
    <Modal
      title={titleOf(run, t)}
      size="sm"
      dirty={false}
      onClose={onClose}
      footer={
        atWork(run) ? (
          <>
            {run.status === 'running' && (
              <Button variant="quiet" className="bulk-stop" loading={busy} onClick={act('cancel')}>
                {t('bulk.stop')}
              </Button>
            )}
            <Button onClick={onClose}>{t('actions.close')}</Button>
          </>
        ) : (
          <>
            {allowed('export_data') && (
              <Button
                variant="quiet"
                className="foot-start"
                icon={IconDownload}
                onClick={() =>
                  void doing(() =>
                    download('GET /api/v4/projects/bulk/:id/download/', { params: { id: String(run.id) } }),
                  )
                }
              >
                {t('bulk.download')}
              </Button>
            )}
            {run.undo_until && (
              <Button loading={busy} onClick={act('undo')}>
                {t('bulk.undo_all')}
              </Button>
            )}
            <Button onClick={onClose}>{t('actions.close')}</Button>
            {run.can_retry > 0 && (
              <Button variant="primary" loading={busy} onClick={act('retry')}>
                {t('bulk.retry', { count: run.can_retry })}
              </Button>
            )}
          </>
        )
      }
    >
      <RunAnnouncement run={run} />
      {atWork(run) ? <Progress run={run} /> : <Result run={run} onStopMails={act('mails')} />}
      {!location.pathname.startsWith(allRuns) && (
        <p className="bulk-all-runs">
          <PageLink href={allRuns} onClick={onClose}>
            {t('runs.all')}
          </PageLink>
        </p>
      )}
    </Modal>
  )
}

function Progress({ run }: { run: Run }) {
  const t = useText()
  const done = finishedRows(run)
  const all = rowsToFinish(run)
  const isUndo = run.status === 'undoing'
  const mails = run.action === 'mail' || run.input.mail === true
  return (
    <div className="stack">
      <WorkProgress label={t('bulk.run')} done={done} total={all} step={run.status} />
      <Figures
        items={
          isUndo
            ? [
                [t('bulk.states.undone'), run.counts.undone!],
                [t('bulk.states.kept'), run.counts.kept!],
              ]
            : [
                [t('bulk.states.done'), run.counts.done!],
                [t('bulk.states.failed'), run.counts.failed!],
              ]
        }
      />
      <p className="caption muted">
        {t('bulk.goes_on')}
        {!isUndo && ` ${t(undoableRuns.includes(run.action) ? 'bulk.stop_keeps_undo' : 'bulk.stop_keeps')}`}
        {!isUndo && mails && ` ${t('bulk.mails_after')}`}
      </p>
    </div>
  )
}

function Result({ run, onStopMails }: { run: Run; onStopMails: () => void }) {
  const t = useText()
  const locale = useLocale()
  const state = run.status === 'undone' ? 'kept' : 'failed'
  const { data } = useQuery({
    ...q('GET /api/v4/projects/bulk/:id/rows/', {
      params: { id: String(run.id) },
      query: { state, page_size: rowsShown },
    }),
    enabled: run.counts[state]! > 0,
  })
  const list = watchedRun.get()?.list
  const keep = useEffectEvent((rows: readonly { slug: string; title: string }[]) => {
    if (state === 'failed') list?.keepSelected(rows)
  })
  const isAll = data !== undefined && data.count === data.results.length
  useEffect(() => {
    if (data && isAll) keep(data.results.filter(({ code }) => code !== gone))
  }, [data, isAll])
  const skipped = run.causes.filter((cause) => cause.state === 'skipped')
  const untold = run.causes.find((cause) => cause.state === 'done' && cause.code === 'no_address')
  const leave = run.mails_leave_at
  return (
    <div className="stack">
      <Figures
        items={
          run.status === 'undone'
            ? [
                [t('bulk.states.undone'), run.counts.undone!],
                [t('bulk.states.kept'), run.counts.kept!],
              ]
            : [
                [t('bulk.states.done'), run.counts.done!],
                [t('bulk.states.failed'), run.counts.failed!],
                [t('bulk.states.skipped'), run.counts.skipped!],
                ...(run.counts.waiting! > 0 ? [[t('bulk.not_reached'), run.counts.waiting!] as const] : []),
              ]
        }
      />
      {data && data.count > 0 && (
        <section className="bulk-part">
          <h3>
            {t(`bulk.states.${state}`)}{' '}
            <span className="muted">
              {state === 'failed' && isAll && list
                ? t('bulk.still_selected', { count: data.count })
                : formatInteger(data.count, locale)}
            </span>
          </h3>
          <ul className="bulk-rows">
            {data.results.map((row) => (
              <li key={row.place}>
                <div>
                  <strong>{visible((row.code === gone && list?.titleOf(row.slug)) || row.title)}</strong>
                  <span className="caption muted">{row.text}</span>
                </div>
                {row.code === gone ? (
                  '-'
                ) : (
                  <PageLink
                    href={addressOf(row.slug)}
                    aria-label={t('actions.named', { action: t('bulk.open'), title: visible(row.title) })}
                  >
                    {t('bulk.open')}
                  </PageLink>
                )}
              </li>
            ))}
          </ul>
          {!isAll && (
            <p className="caption muted">{t('bulk.and_more', { count: data.count - data.results.length })}</p>
          )}
        </section>
      )}
      {run.status !== 'undone' && skipped.length > 0 && (
        <section className="bulk-part">
          <h3>{t('bulk.skipped')}</h3>
          <ul className="bulk-rows">
            {skipped.map((cause) => (
              <li key={cause.code}>
                <strong>{cause.text}</strong>
                <span className="figures">{formatInteger(cause.count, locale)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {run.mails_waiting > 0 && leave && (
        <div className="bulk-head">
          <p>
            <strong>{t('bulk.mails')}</strong>{' '}
            <span className="muted">
              {t('bulk.mails_wait', { count: run.mails_waiting, time: showInstant(leave).slice(-5) })}
            </span>
          </p>
          <Button variant="quiet" size="sm" onClick={onStopMails}>
            {t('bulk.stop_mails')}
          </Button>
        </div>
      )}
      {run.mails_sent > 0 && <p>{t('bulk.mails_gone', { count: run.mails_sent })}</p>}
      {untold && <p className="caption muted">{t('bulk.without_address', { count: untold.count })}</p>}
    </div>
  )
}
