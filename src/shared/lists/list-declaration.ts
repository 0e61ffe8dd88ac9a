import { type FilterShape, hasShape, numberedValue } from './filter-shapes.ts'

/** Page sizes a list offers; 25 is the default (spec §9). */
export const pageSizes = [10, 25, 50, 100] as const
export const defaultPageSize = 25

/** Rows that one bulk call changes at most; the page says so before it calls, the server refuses more. */
export const mostAtOnce = 1000

/** What of a list its query is parsed by, and its address and its stored filters are read by. */
export type ListDeclaration = {
  /** Name of the table: table settings and local storage are kept under it. */
  table: string
  /** Filter name → offered values, or 'any' when the values are rows of the database. */
  filters: Record<string, readonly string[] | 'any'>
  /** Values accepted beside the offered ones: choice numbers and synonyms. */
  accepted?: Record<string, readonly string[]>
  /** Filter name → values that carry a number, as `ends_within:30`. */
  numbered?: Record<string, readonly string[]>
  /** Filter name → what its values are written like, where they are no rows of the database. */
  shapes?: Record<string, FilterShape>
  /** What the names of filters begin with that are data: which there are, and their values, is known at run time alone. */
  dynamic?: string
  ordering: readonly string[]
  defaultOrdering: string
  /** Filters it opens with where neither address nor storage says any. */
  opensWith?: Readonly<Record<string, readonly string[]>>
  /** Has an archived view: `archived=true` or `exclude_status=archived`. */
  archivable?: boolean
}

/** The filter whose values are the names of those that are meant as "is not". */
export const negations = 'not'

/** Whether a list has a filter of this name, or may have: which of the dynamic ones there are is data. */
export function mayBeFilter({ filters, dynamic }: ListDeclaration, name: string): boolean {
  return Object.hasOwn(filters, name) || (dynamic !== undefined && name.startsWith(dynamic))
}

/** Whether a filter of a list takes a value; `accepted` are those beside what it offers. */
export function takesValue(
  { filters, accepted, numbered, shapes, dynamic }: ListDeclaration,
  name: string,
  value: string,
  beside: boolean,
): boolean {
  const offered = filters[name]
  const shape = shapes?.[name]
  if (value === '') return false
  if (offered === undefined) return dynamic !== undefined && name.startsWith(dynamic)
  if (name === negations && dynamic !== undefined && value.startsWith(dynamic)) return true
  if (offered === 'any') return shape === undefined || hasShape(shape, value)
  if (offered.includes(value) || (beside && accepted?.[name]?.includes(value))) return true
  const counted = numberedValue(value)
  return counted !== undefined && numbered?.[name]?.includes(counted[0]) === true
}
