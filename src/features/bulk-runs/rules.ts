import { can, type Holder, type Permission } from '#shared/permissions.ts'

/** Right of each bulk act, needed for the run and for each of its rows. */
export const bulkActions = {
  decide: 'change_projects',
  internal_status: 'change_projects',
  task: 'change_reminders',
  archive: 'archive_projects',
  unarchive: 'archive_projects',
  duplicate: 'duplicate_projects',
  assign: 'change_projects',
  divide: 'change_projects',
  mail: 'change_projects',
} as const satisfies Record<string, Permission>
export type BulkAction = keyof typeof bulkActions
export const bulkActionNames = Object.keys(bulkActions) as [BulkAction, ...BulkAction[]]

export function mayRun(person: Holder, action: BulkAction): boolean {
  return can(person, bulkActions[action]) || (action === 'task' && can(person, 'create_reminders'))
}

/** Acts that the undo of a run can revert. */
export const undoableRuns: readonly BulkAction[] = [
  'decide',
  'internal_status',
  'assign',
  'divide',
  'archive',
  'unarchive',
]

/** Acts that ignore changes of a project since the run started, because they overwrite nothing. */
export const actionsOverwritingNothing: readonly BulkAction[] = [
  'task',
  'duplicate',
  'assign',
  'divide',
  'mail',
]

export const runStates = ['running', 'cancelled', 'done', 'undoing', 'undone'] as const
export type RunState = (typeof runStates)[number]

/** `kept`: the undo left the row unchanged. */
export const rowStates = ['waiting', 'done', 'failed', 'skipped', 'undone', 'kept'] as const
export type RowState = (typeof rowStates)[number]

/** Failures that a retry may resolve. For all others somebody must first remove the cause, or nothing remains to do. */
export const repeatable: readonly string[] = ['edit_conflict', 'database_busy', 'unexpected']

type Progress = { status: RunState; total: number; counts: Record<string, number> }

/** Number of finished rows of a run, out of `rowsToFinish`. */
export const finishedRows = (run: Progress): number =>
  isBack(run) ? run.counts.undone! + run.counts.kept! : rowsToFinish(run) - run.counts.waiting!
export const rowsToFinish = (run: Progress): number =>
  isBack(run) ? run.counts.undone! + run.counts.kept! + run.counts.done! : run.total - run.counts.skipped!

const isBack = ({ status }: Progress) => status === 'undoing' || status === 'undone'
