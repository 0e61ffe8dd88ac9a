import { z } from 'zod'
import { listQuery, pageOf, pagingQuery } from '#shared/lists/list.ts'
import { mediaTypes, route } from '#shared/route.ts'
import { byId, Instant } from '#shared/shapes.ts'
import { bulkActionNames, rowStates, runStates } from './rules.ts'
import { runList } from './table.ts'

/** Why rows of a run were skipped, failed or kept, with their number. */
export const Cause = z.object({ code: z.string(), text: z.string(), count: z.int() })

/** A run over many projects, with its progress and results. */
export const BulkRun = z
  .object({
    id: z.int(),
    action: z.enum(bulkActionNames),
    status: z.enum(runStates),
    input: z.record(z.string(), z.unknown()),
    by: z.string(),
    created_at: Instant,
    finished_at: Instant.nullable(),
    total: z.int(),
    /** Number of rows per state. */
    counts: z.object(Object.fromEntries(rowStates.map((state) => [state, z.int()]))),
    /** Failed, skipped and kept rows by cause, and done rows with something missing. */
    causes: z.array(Cause.extend({ state: z.enum(rowStates) })),
    /** Number of failures that a retry may resolve. */
    can_retry: z.int(),
    /** Until when the whole run can be undone; null when it cannot, or no longer. */
    undo_until: Instant.nullable(),
    /** Effects that an undo cannot reverse. */
    mails_sent: z.int(),
    /** Unsent mails that can be stopped, and their time of sending; null while the run is in progress. */
    mails_waiting: z.int(),
    mails_leave_at: Instant.nullable(),
  })
  .meta({ id: 'BulkRun' })
export type BulkRun = z.infer<typeof BulkRun>

const BulkRow = z.object({
  place: z.int(),
  slug: z.string(),
  title: z.string(),
  state: z.enum(rowStates),
  code: z.string().nullable(),
  text: z.string().nullable(),
})

const base = { access: 'view_projects', params: byId, idempotent: true } as const

export const bulkRuns = {
  list: route({
    method: 'GET',
    path: '/api/v4/projects/bulk/',
    shows: ['bulk_run'],
    access: 'view_projects',
    summary: 'List runs over many projects: the caller’s own, and those whose act the caller may perform',
    query: listQuery(runList),
    response: pageOf(BulkRun),
  }),
  read: route({
    method: 'GET',
    path: '/api/v4/projects/bulk/:id/',
    shows: ['bulk_run'],
    access: 'view_projects',
    summary: 'Get the progress and results of a run',
    params: byId,
    response: BulkRun,
  }),
  rows: route({
    method: 'GET',
    path: '/api/v4/projects/bulk/:id/rows/',
    shows: ['bulk_run'],
    access: 'view_projects',
    summary: 'List the result of each project of a run',
    params: byId,
    query: pagingQuery.extend({ state: z.enum(rowStates).optional(), code: z.string().max(100).optional() }),
    response: pageOf(BulkRow),
  }),
  download: route({
    method: 'GET',
    path: '/api/v4/projects/bulk/:id/download/',
    recorded: { action: 'export', object_type: 'project' },
    access: 'export_data',
    alsoNeeds: 'view_projects',
    summary: 'Export the result of each project of a run as CSV',
    params: byId,
    response: 'file',
    media: [mediaTypes.csv],
  }),
  cancel: route({
    method: 'POST',
    path: '/api/v4/projects/bulk/:id/cancel/',
    changes: ['bulk_run', 'project', 'view', 'task', 'email'],
    ...base,
    summary: 'Stop a run after the current record; completed changes remain',
    response: BulkRun,
    refusals: [409],
  }),
  retry: route({
    method: 'POST',
    path: '/api/v4/projects/bulk/:id/retry/',
    changes: ['bulk_run', 'project', 'view', 'task', 'email'],
    ...base,
    summary: 'Retry the failed rows that may succeed now; a cancelled run also resumes its remaining rows',
    response: BulkRun,
    refusals: [409],
  }),
  stopMails: route({
    method: 'POST',
    path: '/api/v4/projects/bulk/:id/stop-mails/',
    changes: ['bulk_run', 'project', 'view', 'task', 'email'],
    ...base,
    summary: 'Stop the unsent mails of a run; its changes remain',
    response: BulkRun,
    refusals: [409],
  }),
  undo: route({
    method: 'POST',
    path: '/api/v4/projects/bulk/:id/undo/',
    changes: ['bulk_run', 'project', 'view', 'task', 'email'],
    ...base,
    summary: 'Undo a whole run; records changed again since then stay unchanged',
    response: BulkRun,
    refusals: [409],
  }),
}
