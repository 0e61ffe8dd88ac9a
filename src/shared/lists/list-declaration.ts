import { type FilterShape, hasShape, numberedValue } from './filter-shapes.ts'

/** Page sizes of a list; 25 is the default (spec §9). */
export const pageSizes = [10, 25, 50, 100] as const
export const defaultPageSize = 25

/** Maximum rows per bulk call; the page reports it beforehand, the server refuses more. */
export const maxBulkRows = 1000

/** The part of a list that parses its query, its address and its stored filters. */
export type ListDeclaration = {
  /** Name of the table: key of table settings and local storage. */
  table: string
  /** Filter name → offered values, or 'any' when the values are rows of the database. */
  filters: Record<string, readonly string[] | 'any'>
  /** Values accepted in addition to the offered ones: choice numbers and synonyms. */
  accepted?: Record<string, readonly string[]>
  /** Filter name → values with a number, such as `ends_within:30`. */
  numbered?: Record<string, readonly string[]>
  /** Filter name → format of its values, when they are not rows of the database. */
  shapes?: Record<string, FilterShape>
  /** Prefix of dynamic filter names, which come from data: filters and values are known only at run time. */
  dynamic?: string
  ordering: readonly string[]
  defaultOrdering: string
  /** Initial filters when neither address nor storage has any. */
  opensWith?: Readonly<Record<string, readonly string[]>>
  /** Has an archived view: `archived=true` or `exclude_status=archived`. */
  archivable?: boolean
}

/** The filter whose values name the filters meant as "is not". */
export const negations = 'not'

/** Whether a list has, or may have, a filter of this name: dynamic ones depend on data. */
export function mayBeFilter({ filters, dynamic }: ListDeclaration, name: string): boolean {
  return Object.hasOwn(filters, name) || (dynamic !== undefined && name.startsWith(dynamic))
}

/** Whether a filter of a list accepts a value; `accepted` are values beyond the offered ones. */
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
