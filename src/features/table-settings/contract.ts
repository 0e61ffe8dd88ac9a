import { z } from 'zod'
import { route } from '#shared/route.ts'

/** Column keys of a table with their headings, and those a person has hidden (spec §3). */
export const TableSettings = z
  .object({
    table_fields: z.record(z.string(), z.string()),
    hidden_fields: z.array(z.string()),
  })
  .meta({ id: 'TableSettings' })

const byTable = z.object({ tableName: z.string().min(1).max(100) })

export const tableSettings = {
  read: route({
    method: 'GET',
    path: '/api/v4/table-settings/:tableName/',
    access: 'signed_in',
    summary: 'Columns of a table and those the person has hidden',
    params: byTable,
    response: TableSettings,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/v4/table-settings/:tableName/',
    access: 'signed_in',
    summary: 'Hide columns: the table name as key, hidden column keys joined by / as value',
    params: byTable,
    body: z.record(z.string().max(100), z.string().max(2000)),
    response: TableSettings,
  }),
}
