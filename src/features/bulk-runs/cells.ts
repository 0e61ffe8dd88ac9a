import type { Tone } from '#shared/labels.ts'
import { cellsOf } from '#shared/lists/list-cells.ts'
import type { BulkRun } from './contract.ts'
import { finishedRows, rowsToFinish, type RunState } from './rules.ts'
import { runList } from './table.ts'

const tones: Record<RunState, Tone> = {
  running: 'info',
  cancelled: 'warning',
  done: 'success',
  undoing: 'info',
  undone: 'default',
}

export const runCells = cellsOf<typeof runList, BulkRun>(runList, {
  run: ({ action }) => action,
  act: ({ action }) => action,
  status: ({ status }) => ({
    labels: [{ text: `runs.state.${status}`, tone: tones[status] }],
  }),
  progress: (run) => `${finishedRows(run)} / ${rowsToFinish(run)}`,
  failed: ({ counts }) => counts.failed!,
  skipped: ({ counts }) => counts.skipped!,
})
