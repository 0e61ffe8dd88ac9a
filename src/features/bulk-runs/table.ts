import { defineList, textsUnder } from '#shared/lists/list-record.ts'
import type { TextKey } from '#shared/text-keys.ts'
import { type BulkAction, runStates } from './rules.ts'

/** Names of the bulk acts, as in the bulk bar. */
export const actNames = {
  decide: 'bulk.action',
  internal_status: 'columns.internal_status',
  assign: 'bulk.assign',
  divide: 'bulk.divide',
  task: 'bulk.task',
  mail: 'bulk.mail',
  archive: 'actions.archive',
  unarchive: 'actions.unarchive',
  duplicate: 'actions.duplicate',
} as const satisfies Record<BulkAction, TextKey>

export const runList = defineList({
  table: 'bulk_runs',
  defaultOrdering: '-created_at',
  columns: {
    run: { heading: 'runs.run', kind: 'text', names: 'title' },
    act: {
      heading: 'runs.act',
      kind: 'text',
      filter: { values: actNames, name: 'action' },
      card: false,
      yields: true,
    },
    status: {
      heading: 'columns.state',
      kind: 'text',
      filter: { values: textsUnder('runs.state.', runStates) },
    },
    progress: { heading: 'runs.progress', kind: 'text' },
    failed: { heading: 'bulk.states.failed', kind: 'number' },
    skipped: { heading: 'bulk.states.skipped', kind: 'number', yields: true },
    undo_until: { heading: 'runs.undo_until', kind: 'instant' },
    by: {
      heading: 'runs.by',
      kind: 'text',
      width: 130,
      filter: { values: { me: 'runs.mine', others: 'runs.others' }, name: 'started_by' },
    },
    created_at: { heading: 'runs.started', kind: 'instant', ordering: 'created_at' },
  },
})
