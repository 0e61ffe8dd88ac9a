import { markStale } from '#web/stale.ts'
import { createStore } from '#web/store.ts'
import type { ListHandle } from '#web/table/state/types.ts'

/** The run that this page watches, in its dialog or, when that is closed, above the list. */
export type WatchedRun = {
  id: number
  open: boolean
  list: ListHandle | undefined
  /** Set if the run was started here and its end must be announced; otherwise the person opened it to view it. */
  fresh?: true
}
export const watchedRun = createStore<WatchedRun | undefined>(undefined)

/** A run of so few rows ends before anybody could read its dialog. It appears above the list and ends in a toast. */
const smallRunRows = 10

/** Watches a run from its start. */
export function watchRun(id: number, list: ListHandle | undefined, rows: number): void {
  watchedRun.set({ id, open: rows > smallRunRows, list, fresh: true })
}

/** Refetches everything that shows projects or the run. */
export const runChanged = () => markStale('bulk_run', 'project', 'task', 'email')
