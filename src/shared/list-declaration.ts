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
  ordering: readonly string[]
  defaultOrdering: string
  /** Has an archived view: `archived=true` or `exclude_status=archived`. */
  archivable?: boolean
}
