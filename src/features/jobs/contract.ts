import { z } from 'zod'
import { listQuery, pageOf } from '#shared/lists/list.ts'
import { route } from '#shared/route.ts'
import { Instant } from '#shared/shapes.ts'
import { jobList, jobStates } from './table.ts'

export const JobRow = z
  .object({
    id: z.string(),
    job: z.string(),
    state: z.enum(jobStates),
    state_display: z.string(),
    /** Number of retries after a failure. */
    retries: z.int(),
    error: z.string(),
    can_retry: z.boolean(),
    created_at: Instant,
    starts_at: Instant.nullable(),
    finished_at: Instant.nullable(),
  })
  .meta({ id: 'JobRow' })
export type JobRow = z.infer<typeof JobRow>

const counts = z.object({ queued: z.int(), running: z.int(), failed: z.int(), done: z.int() })

export const jobs = {
  list: route({
    method: 'GET',
    path: '/api/v4/jobs/',
    shows: ['job'],
    access: 'view_settings',
    summary: 'List background jobs, with the number in each state',
    query: listQuery(jobList),
    response: pageOf(JobRow).extend({ counts }),
  }),
  retry: route({
    method: 'POST',
    path: '/api/v4/jobs/:id/retry/',
    changes: ['job'],
    access: 'change_settings',
    summary: 'Retry a failed job',
    params: z.object({ id: z.uuid() }),
    response: JobRow,
  }),
}
