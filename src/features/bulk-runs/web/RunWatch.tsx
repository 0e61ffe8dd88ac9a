import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { showInstant } from '#shared/dates.ts'
import { ApiError, q } from '#web/api.ts'
import { useWatchedWork, markReported } from '#web/reported-work.ts'
import { changeSearch, navigate } from '#web/router/navigate.ts'
import { useStore } from '#web/store.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import { RunModal } from './RunModal.tsx'
import { RunAnnouncement } from './RunAnnouncement.tsx'
import { finishedRows, rowsToFinish } from '../rules.ts'
import { actOnRun, atWork, type Run, titleOf, withFailureToast, type Words } from './run.ts'
import { runChanged, watchedRun } from './run-store.ts'
import './bulk.css'

/** Short runs are polled often, so that the list is current at once; long ones every second. */
const soonMs = 250
const lateMs = 1000
const soonFor = 12

/** The watched run, in its dialog or as a bar above the list. A run without failures ends in a toast. */
export function RunWatch() {
  const watched = useStore(watchedRun)
  return watched ? <Watched key={watched.id} id={watched.id} open={watched.open} /> : null
}

function Watched({ id, open }: { id: number; open: boolean }) {
  const t = useText()
  useWatchedWork('bulk_run', id)
  const {
    data: run,
    error,
    refetch,
  } = useQuery({
    ...q('GET /api/v4/projects/bulk/:id/', { params: { id: String(id) } }),
    staleTime: 0,
  })
  const isLost = error instanceof ApiError && !run
  const working = !isLost && (run === undefined || atWork(run))
  const look = useEffectEvent(() => refetch())
  useEffect(() => {
    if (!working) return
    let looks = 0
    let timer = setTimeout(again, soonMs)
    function again() {
      void look().finally(() => {
        timer = setTimeout(again, ++looks < soonFor ? soonMs : lateMs)
      })
    }
    return () => clearTimeout(timer)
  }, [working])
  const before = useRef<Run['status']>(undefined)
  const ended = useEffectEvent((now: Run) => {
    markReported('bulk_run', id)
    void runChanged()
    const watched = watchedRun.get()
    const left = leftOf(now)
    if (left === 0) watched?.list?.clearSelection()
    // Failed or unreached rows are shown in the dialog; everything else only in a toast.
    if (left > 0) return watchedRun.set({ id, open: true, list: watched?.list })
    notifyRunEnd(now, t)
    watchedRun.set(undefined)
  })
  useEffect(() => {
    if (run && !atWork(run) && before.current !== undefined && before.current !== run.status) ended(run)
    // A fresh run may end before its first poll; a run opened for its result must not be announced.
    if (run && !atWork(run) && before.current === undefined && watchedRun.get()?.fresh) ended(run)
    before.current = run?.status
  }, [run])
  const lost = useEffectEvent((why: Error) => {
    notify({ tone: 'danger', title: t('bulk.run'), message: explain(why, t) })
    watchedRun.set(undefined)
  })
  useEffect(() => {
    if (isLost && error) lost(error)
  }, [isLost, error])
  if (!run) return null
  if (open) return <RunModal run={run} onClose={() => close(run)} />
  return (
    <div className="run-bar" role="group" aria-label={t('bulk.run')}>
      <RunAnnouncement run={run} />
      <strong className="figures">
        {t('bulk.of', { done: finishedRows(run), count: rowsToFinish(run) })}
      </strong>
      <progress max={Math.max(1, rowsToFinish(run))} value={finishedRows(run)} aria-label={t('bulk.run')} />
      <Button variant="quiet" size="sm" onClick={() => watchedRun.set({ ...watchedRun.get()!, open: true })}>
        {t('bulk.show')}
      </Button>
      {run.status === 'running' && (
        <Button
          variant="quiet"
          size="sm"
          onClick={() => void withFailureToast(t, () => actOnRun(id, 'cancel'))}
        >
          {t('bulk.stop')}
        </Button>
      )}
    </div>
  )
}

/** Number of rows that a run did not change, or an undo did not revert. */
function leftOf({ status, counts }: Run): number {
  if (status === 'undone') return counts.kept!
  return counts.failed! + (status === 'cancelled' ? counts.waiting! : 0)
}

function close(run: Run): void {
  const now = watchedRun.get()
  watchedRun.set(atWork(run) && now ? { ...now, open: false } : undefined)
  if (new URLSearchParams(location.search).has('run'))
    changeSearch((search) => ({ ...search, run: undefined }))
}

const showsRuns = ['/site-admin/projects/', '/site-admin/projects/archive/', '/site-admin/projects/runs/']

/**
 * Opens a run's result over a list of projects or runs; elsewhere it leads to the page of runs, because the toast outlasts the
 * list.
 */
function showRun(id: number): void {
  if (showsRuns.includes(location.pathname)) watchedRun.set({ id, open: true, list: undefined })
  else void navigate(`/site-admin/projects/runs/?run=${id}`)
}

/** Shows a run's result in a toast with Undo. */
function notifyRunEnd(run: Run, t: Words): void {
  const leave = run.mails_leave_at
  const message =
    run.status !== 'undone' && leave && run.mails_waiting > 0
      ? t('bulk.mails_leave', { count: run.mails_waiting, time: showInstant(leave).slice(-5) })
      : undefined
  const undo = run.undo_until && {
    text: t('actions.undo'),
    isUndo: true as const,
    run: () => void withFailureToast(t, () => actOnRun(run.id, 'undo')),
  }
  // The toast for copies has the texts of spec §8.
  const words =
    run.action === 'duplicate'
      ? { title: t('states.success'), message: t('projects.duplicated') }
      : { title: titleOf(run, t), ...(message ? { message } : {}) }
  notify({
    tone: 'success',
    ...words,
    ...(undo ? { action: undo } : {}),
    details: {
      text: t('bulk.show_result'),
      run: () => showRun(run.id),
    },
  })
}
