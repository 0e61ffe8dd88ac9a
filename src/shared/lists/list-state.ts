import { parseSearch } from '../search-params.ts'
import {
  defaultPageSize,
  type ListDeclaration,
  mayBeFilter,
  negations,
  pageSizes,
  takesValue,
} from './list-declaration.ts'

export type Filters = Record<string, readonly string[]>
export type ListState = { page: number; pageSize: number; search: string; ordering: string; filters: Filters }

/** The query string of the address, as text values. */
export type SearchParams = Record<string, string>

const own = ['page', 'page_size', 'search', 'ordering']

export const firstState: ListState = {
  page: 1,
  pageSize: defaultPageSize,
  search: '',
  ordering: '',
  filters: {},
}

/**
 * The declaration for one of two views: the archive has a single status and so no status filter, and the active list
 * omits that status.
 */
export function declarationFor(declaration: ListDeclaration, archived: boolean): ListDeclaration {
  const { status, ...filters } = declaration.filters
  if (!declaration.archivable || !Array.isArray(status)) return declaration
  const inWork = status.filter((value) => value !== 'archived')
  return { ...declaration, filters: archived ? filters : { ...declaration.filters, status: inWork } }
}

/** True when the address has any parameter of this list; it then wins over local storage. */
export function hasListParams(params: SearchParams, declaration: ListDeclaration): boolean {
  return Object.keys(params).some((key) => own.includes(key) || mayBeFilter(declaration, key))
}

/** List state of an address; unknown parameters are ignored. */
export function readListState(params: SearchParams, declaration: ListDeclaration): ListState {
  const size = Number(params.page_size)
  const page = Number(params.page)
  const ordering = params.ordering ?? ''
  const filters = Object.entries(params).map(([name, text]) => ({
    filterName: name,
    selected: text.split(','),
  }))
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    pageSize: (pageSizes as readonly number[]).includes(size) ? size : defaultPageSize,
    search: params.search ?? '',
    ordering: declaration.ordering.includes(ordering.replace(/^-/, '')) ? ordering : '',
    filters: knownFilters(filters, declaration),
  }
}

/** The query string with which a list opens for one person; empty for the whole list. */
export type Opening = { query: string }

/**
 * The state a list opens with: the address if it has any parameter, else the stored filters, else the person's opening,
 * else the list's own.
 */
export function openingState(
  params: SearchParams,
  declaration: ListDeclaration,
  stored: string | undefined,
  opening?: Opening,
): ListState {
  if (hasListParams(params, declaration)) return readListState(params, declaration)
  if (stored !== undefined) return { ...firstState, filters: knownFilters(parseStored(stored), declaration) }
  if (opening) return { ...readListState(parseSearch(opening.query), declaration), page: 1 }
  return { ...firstState, filters: declaration.opensWith ?? {} }
}

/** True without a search and without filters beyond those the list opens with. */
export function hasOnlyInitialFilters(
  { search, filters }: ListState,
  { opensWith = {} }: ListDeclaration,
): boolean {
  const names = Object.keys(filters)
  return (
    search === '' &&
    (names.length === 0 ||
      (names.length === Object.keys(opensWith).length &&
        names.every((name) => filters[name]!.join(',') === opensWith[name]?.join(','))))
  )
}

/** Keeps only declared filters and values; empty ones are dropped. */
export function knownFilters(stored: readonly StoredFilter[], declaration: ListDeclaration): Filters {
  const filters: Filters = {}
  for (const { filterName, selected } of stored) {
    if (!mayBeFilter(declaration, filterName)) continue
    const values = [...new Set(selected)].filter((value) => takesValue(declaration, filterName, value, false))
    if (values.length > 0) filters[filterName] = values
  }
  return filters
}

/** The effective filters: an "is not" without values has no effect. */
export function applied(filters: Filters): Filters {
  const names = Object.keys(filters).filter((name) => name !== negations && filters[name]!.length > 0)
  const not = (filters[negations] ?? []).filter((name) => names.includes(name))
  return {
    ...Object.fromEntries(names.map((name) => [name, filters[name]!])),
    ...(not.length > 0 && { [negations]: not }),
  }
}

/** The query string of a state; defaults are omitted, so that a plain list has a plain address. */
export function writeListState(state: ListState): SearchParams {
  const params: SearchParams = {}
  if (state.page > 1) params.page = String(state.page)
  if (state.pageSize !== defaultPageSize) params.page_size = String(state.pageSize)
  if (state.search) params.search = state.search
  if (state.ordering) params.ordering = state.ordering
  for (const [name, values] of Object.entries(state.filters))
    if (values.length > 0) params[name] = values.join(',')
  return params
}

/** The server query without paging: search, ordering, filters and the archived view. */
export function listQueryOf(state: ListState, declaration: ListDeclaration, archived: boolean): SearchParams {
  const { page: _page, page_size: _size, ...query } = writeListState(state)
  if (declaration.archivable) query[archived ? 'archived' : 'exclude_status'] = archived ? 'true' : 'archived'
  return query
}

/** The specification's format of an active filter in local storage (spec §3, §9). */
export type StoredFilter = { filterName: string; selected: readonly string[] }

/** Storage key of a person's table filters; the archive has its own. */
export const storageKeyOf = (person: number | undefined, table: string, archived = false) =>
  `almoner.filters.${person ?? 'nobody'}.${table}${archived ? '.archive' : ''}`

export function parseStored(text: string | undefined): StoredFilter[] {
  if (!text) return []
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.filter(isStoredFilter) : []
  } catch {
    return [] // Foreign or damaged: the list opens unfiltered.
  }
}

/** The text to store; undefined without filters. */
export function stringifyStored(filters: Filters): string | undefined {
  const list = Object.entries(filters).map(([filterName, selected]) => ({ filterName, selected }))
  const filled = list.filter((filter) => filter.selected.length > 0)
  return filled.length > 0 ? JSON.stringify(filled) : undefined
}

function isStoredFilter(value: unknown): value is StoredFilter {
  const filter = value as Partial<StoredFilter> | null
  return (
    typeof filter?.filterName === 'string' &&
    Array.isArray(filter.selected) &&
    filter.selected.every((each) => typeof each === 'string')
  )
}
