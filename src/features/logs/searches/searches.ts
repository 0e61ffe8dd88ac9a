import { z } from 'zod'
import { exportQuery, exportRoute } from '#features/exports/query.ts'
import { listQuery, pageOf } from '#shared/lists/list.ts'
import { route } from '#shared/route.ts'
import { Instant } from '#shared/shapes.ts'
import { searchLogList } from './table.ts'

export const SearchLogRow = z
  .object({
    id: z.int(),
    at: Instant,
    actor: z.string(),
    actor_id: z.int(),
    list: z.string(),
    list_display: z.string(),
    /** Empty if the words may name people. */
    words: z.string(),
    found: z.int(),
  })
  .meta({ id: 'SearchLogRow' })
export type SearchLogRow = z.infer<typeof SearchLogRow>

export const searchLogCalls = {
  searches: route({
    method: 'GET',
    path: '/api/v4/logs/searches/',
    // Reading lists writes this log, so no changing call makes it stale.
    shows: [],
    access: 'view_logs',
    wholeHouse: true,
    summary: 'List the searches of the last 90 days; words that may name people are not stored',
    query: listQuery(searchLogList),
    response: pageOf(SearchLogRow),
  }),
  searchesExport: exportRoute('journal', {
    path: '/api/v4/logs/searches/export/',
    alsoNeeds: 'view_logs',
    wholeHouse: true,
    summary: 'Export the rows of the list',
    query: listQuery(searchLogList, exportQuery(searchLogList)),
  }),
}
