import type { Tone } from '#shared/labels.ts'
import { cellsOf } from '#shared/lists/list-cells.ts'
import type { JobRow } from './contract.ts'
import { jobList, type JobState } from './table.ts'

const tones: Record<JobState, Tone> = {
  queued: 'default',
  running: 'info',
  failed: 'danger',
  done: 'success',
}

export const jobCells = cellsOf<typeof jobList, JobRow>(jobList, {
  state: ({ state, state_display }) => ({
    labels: [{ text: `jobs.state.${state}`, tone: tones[state], display: state_display }],
  }),
})
