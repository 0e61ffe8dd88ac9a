import { z } from 'zod'
import { pageOf, pagingQuery } from '#shared/list.ts'
import { route } from '#shared/route.ts'
import { byId, Instant } from '#shared/shapes.ts'

/** An export made in the background. */
export const Export = z
  .object({
    id: z.int(),
    list: z.string(),
    status: z.enum(['queued', 'running', 'done', 'failed']),
    filename: z.string(),
    row_count: z.int().nullable(),
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
    access: 'export_data',
    alsoNeeds: 'each_row',
    summary: 'The own exports, newest first',
    query: pagingQuery,
    response: pageOf(Export),
  }),
  read: route({
    method: 'GET',
    path: '/api/v4/exports/:id/',
    access: 'export_data',
    alsoNeeds: 'each_row',
    summary: 'How far an own export is',
    params: byId,
    response: Export,
  }),
  file: route({
    method: 'GET',
    path: '/api/v4/exports/:id/file/',
    recorded: { action: 'download', object_type: 'export' },
    access: 'export_data',
    alsoNeeds: 'each_row',
    summary: 'The file of an own export, for seven days',
    params: byId,
    response: 'file',
    refusals: [409, 410],
  }),
}
