import type { ListDeclaration } from '#shared/list-declaration.ts'

export const jobStates = ['queued', 'running', 'failed', 'done'] as const
export type JobState = (typeof jobStates)[number]

/** Settings → Jobs. */
export const jobList = {
  table: 'jobs',
  filters: { state: jobStates },
  ordering: ['created_at', 'job', 'state'],
  defaultOrdering: '-created_at',
} as const satisfies ListDeclaration
