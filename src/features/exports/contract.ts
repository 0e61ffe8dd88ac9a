import { z } from 'zod'
import { pageOf, pagingQuery } from '#shared/lists/list.ts'
import { route } from '#shared/route.ts'
import { byId, Instant } from '#shared/shapes.ts'

/** `cancelled`: a person stopped it. */
export const exportStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

export const Export = z
  .object({
    id: z.int(),
    list: z.string(),
    status: z.enum(exportStates),
    filename: z.string(),
    row_count: z.int().nullable(),
    rows_done: z.int(),
    created_at: Instant,
    finished_at: Instant.nullable(),
    expires_at: Instant.nullable(),
    download_url: z.string().nullable(),
  })
  .meta({ id: 'Export' })

export const listExports = {
  list: route({
    method: 'GET',
    path: '/api/v4/exports/',
    shows: ['export'],
    access: 'export_data',
    alsoNeeds: 'each_row',
    summary: 'List the caller’s exports, newest first',
    query: pagingQuery,
    response: pageOf(Export),
  }),
  read: route({
    method: 'GET',
    path: '/api/v4/exports/:id/',
    shows: ['export'],
    access: 'export_data',
    alsoNeeds: 'each_row',
    summary: 'Get the progress of one of the caller’s exports',
    params: byId,
    response: Export,
  }),
  cancel: route({
    method: 'POST',
    path: '/api/v4/exports/:id/cancel/',
    changes: ['export'],
    access: 'export_data',
    alsoNeeds: 'each_row',
    summary: 'Stop one of the caller’s unfinished exports; no file is kept',
    params: byId,
    response: Export,
    idempotent: true,
    refusals: [409],
  }),
  file: route({
    method: 'GET',
    path: '/api/v4/exports/:id/file/',
    recorded: { action: 'download', object_type: 'export' },
    access: 'export_data',
    alsoNeeds: 'each_row',
    summary: 'Download the file of one of the caller’s exports, available for seven days',
    params: byId,
    response: 'file',
    refusals: [409, 410],
  }),
}
