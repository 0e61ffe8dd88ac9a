import { z } from 'zod'
import { route } from '#shared/route.ts'

/** Column keys of a table with their headings, and those a person has hidden (spec §3). */
export const TableSettings = z
  .object({
    table_fields: z.record(z.string(), z.string()),
    hidden_fields: z.array(z.string()),
  })
  .meta({ id: 'TableSettings' })

/** Columns in order, optional ones only if named, and widths in px; null until the caller has set a layout. */
export const TableLayout = z
  .object({ columns: z.array(z.string()).nullable(), widths: z.record(z.string(), z.int()) })
  .meta({ id: 'TableLayout' })
export type TableLayout = z.infer<typeof TableLayout>

const width = z.int('validation.integer').min(48).max(900)

const byTable = z.object({ tableName: z.string().min(1).max(100) })

export const tableSettings = {
  read: route({
    method: 'GET',
    path: '/api/v4/table-settings/:tableName/',
    shows: ['additional_field'],
    access: 'signed_in',
    summary: 'Get the columns of a table and those that the caller has hidden',
    params: byTable,
    response: TableSettings,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/v4/table-settings/:tableName/',
    // The page puts its answer in place itself.
    changes: [],
    access: 'signed_in',
    summary: 'Hide columns: the table name is the key, the hidden column keys joined by / are the value',
    params: byTable,
    body: z.record(z.string().max(100), z.string().max(2000)),
    response: TableSettings,
  }),
  readLayout: route({
    method: 'GET',
    path: '/api/v4/table-settings/:tableName/layout/',
    shows: ['additional_field'],
    access: 'signed_in',
    summary: 'Get the caller’s order and widths of a table’s columns, including optional ones',
    params: byTable,
    response: TableLayout,
  }),
  changeLayout: route({
    method: 'PUT',
    path: '/api/v4/table-settings/:tableName/layout/',
    // The page puts its answer in place itself.
    changes: [],
    access: 'signed_in',
    summary: 'Set the column layout of a table; null restores the default',
    params: byTable,
    body: z.strictObject({
      columns: z.array(z.string().max(100)).max(100).nullable(),
      widths: z.record(z.string().max(100), width).default({}),
    }),
    response: TableLayout,
  }),
}
