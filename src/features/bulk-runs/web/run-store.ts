import { markStale } from '#web/stale.ts'
import { createStore } from '#web/store.ts'
import type { ListHandle } from '#web/table/state/types.ts'

/** The run that this page watches: in its dialog over the list, or above the list when the dialog is closed. */
export type WatchedRun = {
  id: number
  open: boolean
  list: ListHandle | undefined
  /** Set when the run was started here, so that its end is announced; otherwise the person opened it to view it. */
  fresh?: true
}
export const watchedRun = createStore<WatchedRun | undefined>(undefined)

/** A run of so few is over before its window could be read: it runs above the list and ends in a toast. */
const few = 10

/** Shows a run from its start on. */
export function watchRun(id: number, list: ListHandle | undefined, rows: number): void {
  watchedRun.set({ id, open: rows > few, list, fresh: true })
}

/** Everything that shows projects or the run loads again. */
export const runChanged = () => markStale('bulk_run', 'project', 'task', 'email')
