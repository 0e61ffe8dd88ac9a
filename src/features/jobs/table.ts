import { defineList, textsUnder } from '#shared/lists/list-record.ts'

export const jobStates = ['queued', 'running', 'failed', 'done'] as const
export type JobState = (typeof jobStates)[number]

export const jobList = defineList({
  table: 'jobs',
  defaultOrdering: '-created_at',
  columns: {
    job: { heading: 'jobs.job', kind: 'text', ordering: 'job', names: 'title' },
    state: {
      heading: 'columns.state',
      kind: 'text',
      ordering: 'state',
      filter: { values: textsUnder('jobs.state.', jobStates) },
    },
    error: { heading: 'jobs.error', kind: 'text', width: 96, grow: true },
    retries: { heading: 'jobs.retries', kind: 'number' },
    created_at: { heading: 'columns.created_at', kind: 'instant', ordering: 'created_at' },
    starts_at: { heading: 'jobs.starts_at', kind: 'instant', card: false },
    finished_at: { heading: 'jobs.finished_at', kind: 'instant' },
  },
})
