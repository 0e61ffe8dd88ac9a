import { z } from 'zod'
import {
  defaultPageSize,
  mayBeFilter,
  pageSizes,
  takesValue,
  type ListDeclaration,
} from './list-declaration.ts'
import { wholeNumber } from '../shapes.ts'

// The defaults are repeated because a preprocessing step hides them from the OpenAPI document.
const page = wholeNumber(1, 10_000_000, 'validation.page').default(1).meta({ default: 1 })
const page_size = wholeNumber(1, 100, 'validation.page_size')
  .refine((size) => (pageSizes as readonly number[]).includes(size), 'validation.page_size')
  .default(defaultPageSize)
  .meta({ enum: [...pageSizes], default: defaultPageSize })

const commaSeparated = z
  .string()
  .max(8000, 'validation.too_long')
  .transform((text) => text.split(',').map((value) => value.trim()))
  .transform((values) => [...new Set(values.filter((value) => value !== ''))])

const listOf = (declaration: ListDeclaration, name: string) => {
  const { [name]: offered } = declaration.filters
  const allowed =
    offered === 'any'
      ? undefined
      : [
          ...(offered ?? []),
          ...(declaration.accepted?.[name] ?? []),
          ...(declaration.numbered?.[name] ?? []).map((value) => `${value}:<number>`),
        ]
  return commaSeparated
    .refine(
      (values) => values.every((value) => takesValue(declaration, name, value, true)),
      'validation.unknown_filter',
    )
    .meta(describedAs(allowed, declaration, name))
}

const shapeWords = {
  cents: 'Cents from..to, either end may be left out',
  number: 'Whole numbers from..to, either end may be left out',
  percent: 'Whole per cent from..to, either end may be left out',
  days: 'Days from..to: YYYY-MM-DD, today, +30 or -14; or none',
  person: 'Comma-separated: ids of people, me, nobody',
  postcode: 'Comma-separated: postcodes, or what they begin with',
} as const

const describedAs = (
  allowed: readonly string[] | undefined,
  { shapes, numbered }: ListDeclaration,
  name: string,
) => ({
  description: allowed
    ? `Comma-separated: ${allowed.join(', ')}`
    : shapes?.[name]
      ? shapeWords[shapes[name]]
      : 'Comma-separated',
  ...(!numbered?.[name]?.length && { enum: allowed }),
})

const booleanText = z.enum(['true', 'false']).transform((text) => text === 'true')

type Filters<D extends ListDeclaration> = { [K in keyof D['filters']]: string[] | undefined }

/** The parsed query of a list call. */
export type ListQuery<D extends ListDeclaration = ListDeclaration> = {
  page: number
  page_size: number
  search: string
  ordering: { key: D['ordering'][number]; descending: boolean }
  archived: boolean | undefined
  exclude_status: 'archived' | undefined
  filters: Filters<D>
}

/**
 * Paging, search, ordering and filters of one list, all parsed from its declaration; unknown ones are refused by name.
 */
export function listQuery<const D extends ListDeclaration, E extends z.ZodRawShape = {}>(
  declaration: D,
  extra: E = {} as E,
) {
  const ordering = declaration.ordering.flatMap((key) => [key, `-${key}`])
  const known = z.strictObject({
    page,
    page_size,
    search: z.string().max(200, 'validation.too_long').default(''),
    ordering: z
      .enum(ordering as [string, ...string[]], 'validation.unknown_ordering')
      .default(declaration.defaultOrdering),
    ...(declaration.archivable
      ? { archived: booleanText.optional(), exclude_status: z.enum(['archived']).optional() }
      : {}),
    ...Object.fromEntries(
      Object.keys(declaration.filters).map((name) => [name, listOf(declaration, name).optional()]),
    ),
    ...extra,
  })
  return withDynamic(known, declaration).transform(
    (query) =>
      toListQuery(declaration, query as Record<string, unknown>) as ListQuery<D> & {
        /** The route's parameters beyond the list's own query. */
        extra: z.output<z.ZodObject<E>>
      },
  )
}

/** Accepts names with the dynamic prefix; the handler checks whether such a filter exists. */
function withDynamic(known: z.ZodObject, { dynamic, filters }: ListDeclaration) {
  if (dynamic === undefined) return known
  const values = commaSeparated.meta({
    description: `Comma-separated: further filters, named ${dynamic}<key>`,
    prefix: dynamic,
  })
  return known.catchall(values).superRefine((query, context) => {
    const unknown = Object.keys(query).filter(
      (name) => !(name in known.shape) && !mayBeFilter({ filters, dynamic } as ListDeclaration, name),
    )
    if (unknown.length > 0) context.addIssue({ code: 'unrecognized_keys', keys: unknown, input: query })
  })
}

function toListQuery<D extends ListDeclaration>(declaration: D, query: Record<string, unknown>) {
  const { page, page_size, search, ordering, archived, exclude_status, ...rest } = query as {
    page: number
    page_size: number
    search: string
    ordering: string
    archived?: boolean
    exclude_status?: 'archived'
  } & Record<string, unknown>
  const filters: Record<string, string[] | undefined> = {}
  const extra: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(rest)) {
    if (!mayBeFilter(declaration, name)) extra[name] = value
    else if (Array.isArray(value) && value.length > 0) filters[name] = value as string[]
  }
  const descending = ordering.startsWith('-')
  return {
    page,
    page_size,
    search: search.trim(),
    ordering: { key: descending ? ordering.slice(1) : ordering, descending },
    archived,
    exclude_status,
    filters,
    extra,
  } as unknown as ListQuery<D>
}

/** Query of a plain paged list, without search and filters; short lists of choices are requested with 100 (spec §9). */
export const pagingQuery = z.strictObject({ page, page_size })

/** The answer of every list call (spec §3). */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({
    results: z.array(row),
    count: z.int(),
    total_pages: z.int(),
    current_page: z.int(),
  })
}
