import { z } from 'zod'
import { layoutColumns, type ListRecord, namingColumns } from '#shared/lists/list-record.ts'
import type { AuditObject } from '#shared/audit-objects.ts'
import type { Permission } from '#shared/permissions.ts'
import { mediaTypes, type Route, route } from '#shared/route.ts'
import { wholeNumber } from '#shared/shapes.ts'
import { exportFormats, exportSets } from '#shared/lists/exports.ts'

/** Above this many rows an export becomes a background job (product.md §5). */
export const largestDirectExport = 20_000

const commaSeparated = (description: string) =>
  z
    .string()
    .max(100_000)
    .transform((text) => [...new Set(text.split(',').filter(Boolean))])
    .meta({ description })

/**
 * Export parameters besides the list's own query (product.md §5): column keys in order, and single rows. The columns
 * that identify a row always come first; naming them is allowed.
 */
export const exportQuery = (list: ListRecord) => ({ ...ownQuery(list), format: format(exportFormats) })

/** The same for lists of records, which can be exported whole and for import again. */
export const recordExportQuery = <F extends readonly string[] = typeof exportFormats>(
  list: ListRecord,
  formats?: F,
) => ({
  ...ownQuery(list),
  format: format(formats ?? exportFormats),
  set: z.enum(exportSets, 'validation.unknown_value').default('as_seen').meta({
    description: 'as_seen takes `columns`; everything: each field; for_import: what an import reads',
  }),
})

const format = <const F extends readonly string[]>(formats: F) =>
  z.enum(formats, 'validation.unknown_value').default('xlsx')

const ownQuery = (list: ListRecord) => {
  const columns: readonly string[] = layoutColumns(list)
  const known = new Set([...columns, ...namingColumns(list)])
  // Such columns are data; the code that makes the export knows them.
  const isDynamic = (key: string) => list.dynamic !== undefined && key.startsWith(list.dynamic)
  return {
    columns: commaSeparated(`Comma-separated: ${columns.join(', ')}`)
      .refine((keys) => keys.every((key) => known.has(key) || isDynamic(key)), 'validation.unknown_column')
      .transform((keys) => keys.filter((key) => columns.includes(key) || isDynamic(key)))
      .meta({ enum: columns })
      .optional(),
    slugs: commaSeparated('Comma-separated slugs: only these rows').optional(),
    exclude: commaSeparated('Comma-separated slugs: all but these rows').optional(),
    expected_count: wholeNumber(0, Number.MAX_SAFE_INTEGER)
      .meta({ description: 'How many rows that is; another number is refused' })
      .optional(),
  }
}

export const exportMedia = exportFormats.map((one) => mediaTypes[one])

/** A background export (202). */
const ExportAccepted = z.object({ export: z.object({ id: z.int(), status: z.string() }) })

/**
 * Declares the export of a list's rows as a file, for people who may export data and see the list. The audit log records each
 * call as an export of `object`; more rows than `largestDirectExport` become a background job (202).
 */
export function exportRoute<
  const R extends Pick<Route, 'path' | 'summary' | 'query' | 'params' | 'media' | 'wholeHouse'> & {
    alsoNeeds: Permission
  },
>(object: AuditObject, declaration: R) {
  return route({
    method: 'GET',
    access: 'export_data',
    recorded: { action: 'export', object_type: object },
    response: 'file',
    media: exportMedia,
    accepted: ExportAccepted,
    ...declaration,
  })
}
