import { z } from 'zod'
import { maxBulkRows } from './list-declaration.ts'
import { slugList } from '../shapes.ts'

/** A parsed selection: rows by key, or everything a list's query finds except some (interface.md, calls 18). */
export type Selection<Query> =
  | { slugs: string[] }
  | { query: Query; exclude: string[]; expected_count: number }

/** A selection as sent by a page. */
export type SentSelection =
  | { slugs: string[] }
  | { query: string; exclude?: string[]; expected_count: number }

const keys = z
  .array(z.string().min(1).max(200))
  .max(maxBulkRows)
  .transform((list) => [...new Set(list)])

/** A selection of one list's rows; `query` is that list's own query string, whose paging and ordering are ignored. */
export function selectionOf<Query extends z.ZodType>(query: Query) {
  return z
    .strictObject({
      slugs: slugList.optional().meta({ description: 'Rows by their key' }),
      query: z
        .string()
        .max(8000)
        .transform((text): unknown => valuesOfQuery(text))
        .pipe(query)
        .optional()
        .meta({ description: 'The query string of the list, in place of slugs: all that match' }),
      exclude: keys.optional().meta({ description: 'With query: all but these' }),
      expected_count: z
        .int('validation.integer')
        .min(0)
        .optional()
        .meta({ description: 'With query: how many rows that is; another number is refused' }),
    })
    .superRefine((given, context) => {
      const missing = (field: string) =>
        context.addIssue({ code: 'custom', path: [field], message: 'validation.required' })
      const surplus = (field: string) =>
        context.addIssue({ code: 'custom', path: [field], message: 'validation.unknown_key' })
      if (given.query === undefined) {
        if (given.slugs === undefined) missing('slugs')
        for (const field of ['exclude', 'expected_count'] as const)
          if (given[field] !== undefined) surplus(field)
      } else {
        if (given.slugs !== undefined) surplus('slugs')
        if (given.expected_count === undefined) missing('expected_count')
      }
    })
    .transform(({ slugs, query: asked, exclude = [], expected_count }): Selection<z.output<Query>> =>
      slugs ? { slugs } : { query: asked!, exclude, expected_count: expected_count! },
    )
}

/** The values of a query string; a repeated key yields a list, which no list's query accepts. */
export function valuesOfQuery(text: string): Record<string, string | string[]> {
  const values = Object.create(null) as Record<string, string | string[]>
  const params = new URLSearchParams(text)
  for (const key of params.keys()) {
    const all = params.getAll(key)
    values[key] = all.length === 1 ? all[0]! : all
  }
  return { ...values }
}

/** The body of a bulk act: the keys of single rows under their established name, or a selection. */
export function chosenRows<Name extends string, Keys extends z.ZodType, Query extends z.ZodType>(
  name: Name,
  named: Keys,
  query: Query,
) {
  const shape = { [name]: named.optional(), selection: selectionOf(query).optional() } as {
    [K in Name]: z.ZodOptional<Keys>
  } & { selection: z.ZodOptional<ReturnType<typeof selectionOf<Query>>> }
  return z.strictObject(shape).superRefine((given, context) => {
    const { [name]: rows, selection } = given as Record<string, unknown>
    if (rows === undefined && selection === undefined)
      context.addIssue({ code: 'custom', path: [name], message: 'validation.required' })
    if (rows !== undefined && selection !== undefined)
      context.addIssue({ code: 'custom', path: ['selection'], message: 'validation.unknown_key' })
  })
}
