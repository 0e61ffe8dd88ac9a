import { useEffect, useEffectEvent, useMemo } from 'react'
import { useStore } from '#web/store.ts'
import { download } from '#web/download.ts'
import { useProfile } from '#web/profile.tsx'
import { columnsOf, titleOf as titleColumnOf } from '#web/table/list/columns.ts'
import { ListTable } from '#web/table/list/ListTable.tsx'
import type { RowAction } from '#web/table/state/types.ts'
import { useText } from '#web/texts.ts'
import { IconDownload, IconEye } from '#web/ui/icons.ts'
import { IconArrowBackUp, IconPlayerPause, IconRefresh } from '#web/ui/lazy-icons.ts'
import type { BulkRun } from '../contract.ts'
import { finishedRows, mayRun, rowsToFinish } from '../rules.ts'
import { runCells } from '../cells.ts'
import { actNames, runList } from '../table.ts'
import { actOnRun, atWork, titleOf, withFailureToast } from './run.ts'
import { watchedRun } from './run-store.ts'
import { RunWatch } from './RunWatch.tsx'
import { useLinkedRun } from './useLinkedRun.ts'
import './bulk.css'

const pollMs = 2000
const keyOf = (run: BulkRun) => String(run.id)
const show = ({ id }: BulkRun) => watchedRun.set({ id, open: true, list: undefined })

const columns = columnsOf(runList, runCells, {
  act: ({ action }, t) => t(actNames[action]),
  progress: (run, t) => (
    <span className="bulk-so-far">
      <span className="figures">{t('bulk.of', { done: finishedRows(run), count: rowsToFinish(run) })}</span>
      {atWork(run) && (
        <progress
          max={Math.max(1, rowsToFinish(run))}
          value={finishedRows(run)}
          aria-label={t('runs.progress')}
        />
      )}
    </span>
  ),
})

/** Bulk runs that the person may see: progress, results and undo. */
export function RunsPage() {
  const t = useText()
  const profile = useProfile()
  const watched = useStore(watchedRun)
  useLinkedRun()
  const titleColumn = useMemo(
    () =>
      titleColumnOf<BulkRun>(runList, (run) => ({
        title: titleOf(run, t),
        ...(reasonOf(run) && { subtitle: reasonOf(run) }),
        action: 'show',
      })),
    [t],
  )
  const rowActions = useMemo<RowAction<BulkRun>[]>(() => {
    const mayAct = (run: BulkRun) => profile !== undefined && mayRun(profile, run.action)
    return [
      { key: 'show', text: 'bulk.show_result', icon: IconEye, onSelect: show },
      {
        key: 'stop',
        text: 'bulk.stop',
        icon: IconPlayerPause,
        prominent: true,
        hidden: (run) => run.status !== 'running' || !mayAct(run),
        onSelect: (run) => void withFailureToast(t, () => actOnRun(run.id, 'cancel')),
      },
      {
        key: 'retry',
        text: 'bulk.try_again',
        icon: IconRefresh,
        prominent: true,
        hidden: (run) => run.can_retry === 0 || !mayAct(run),
        onSelect: (run) => void withFailureToast(t, () => actOnRun(run.id, 'retry')),
      },
      {
        key: 'undo',
        text: 'bulk.undo_all',
        icon: IconArrowBackUp,
        prominent: true,
        hidden: (run) => run.undo_until === null || !mayAct(run),
        onSelect: (run) => void withFailureToast(t, () => actOnRun(run.id, 'undo')),
      },
      {
        key: 'download',
        text: 'bulk.download',
        icon: IconDownload,
        permission: 'export_data',
        onSelect: ({ id }) =>
          void withFailureToast(t, () =>
            download('GET /api/v4/projects/bulk/:id/download/', { params: { id: String(id) } }),
          ),
      },
    ]
  }, [profile, t])
  return (
    <ListTable
      route="GET /api/v4/projects/bulk/"
      declaration={runList}
      title={t('runs.title')}
      titleColumn={titleColumn}
      columns={columns}
      rowKey={keyOf}
      rowActions={rowActions}
      searchText={t('runs.search')}
      emptyText={t('runs.none_yet')}
      emptyHint={t('runs.none_hint')}
      noneMatchText={t('runs.none_match')}
      {...(watched && { beneath: () => <RunWatch /> })}
      below={({ refresh }, answer) => <PollActiveRuns runs={answer?.results ?? []} refresh={refresh} />}
    />
  )
}

function reasonOf({ input }: BulkRun): string | undefined {
  return [input.reason, input.note, input.title].find(
    (words) => typeof words === 'string' && words !== '',
  ) as string | undefined
}

/** Polls the list while a run on the page is active. */
function PollActiveRuns({ runs, refresh }: { runs: readonly BulkRun[]; refresh: () => Promise<void> }) {
  const look = useEffectEvent(() => refresh())
  const isAtWork = runs.some(atWork)
  useEffect(() => {
    if (!isAtWork) return
    const timer = setInterval(() => void look(), pollMs)
    return () => clearInterval(timer)
  }, [isAtWork])
  return null
}
