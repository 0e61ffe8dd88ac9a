import { z } from 'zod'
import { hideableColumns, type ListRecord, namingColumns } from '#shared/list-record.ts'
import { wholeNumber } from '#shared/shapes.ts'

/** Above this many rows an export becomes a background job (product.md §5). */
export const largestDirectExport = 20_000

const commaSeparated = (description: string) =>
  z
    .string()
    .max(100_000)
    .transform((text) => [...new Set(text.split(',').filter(Boolean))])
    .meta({ description })

/**
 * What an export takes beside the list's own query (product.md §5): column keys in their order, and single rows. The
 * columns that name a row come first anyhow; naming them is no mistake.
 */
export const exportQuery = (list: ListRecord) => {
  const columns: readonly string[] = hideableColumns(list)
  const known = new Set([...columns, ...namingColumns(list)])
  return {
    format: z.enum(['xlsx'], 'validation.unknown_value').default('xlsx'),
    columns: commaSeparated(`Comma-separated: ${columns.join(', ')}`)
      .refine((keys) => keys.every((key) => known.has(key)), 'validation.unknown_column')
      .transform((keys) => keys.filter((key) => columns.includes(key)))
      .meta({ enum: columns })
      .optional(),
    slugs: commaSeparated('Comma-separated slugs: only these rows').optional(),
    exclude: commaSeparated('Comma-separated slugs: all but these rows').optional(),
    expected_count: wholeNumber(0, Number.MAX_SAFE_INTEGER)
      .meta({ description: 'How many rows that is; another number is refused' })
      .optional(),
  }
}

/** A background export (202). */
export const ExportAccepted = z.object({ export: z.object({ id: z.int(), status: z.string() }) })
