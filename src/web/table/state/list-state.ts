import { parseSearch } from '../../search-params.ts'
import {
  defaultPageSize,
  type ListDeclaration,
  mayBeFilter,
  negations,
  pageSizes,
  takesValue,
} from '#shared/lists/list-declaration.ts'

export type Filters = Record<string, readonly string[]>
export type ListState = { page: number; pageSize: number; search: string; ordering: string; filters: Filters }

/** The query string of the address, all of it text. */
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
 * What one of two views offers: the archive holds one status only, so there is nothing to filter by it, and the list of
 * what is in work never holds that one.
 */
export function declaredFor(declaration: ListDeclaration, archived: boolean): ListDeclaration {
  const { status, ...filters } = declaration.filters
  if (!declaration.archivable || !Array.isArray(status)) return declaration
  const inWork = status.filter((value) => value !== 'archived')
  return { ...declaration, filters: archived ? filters : { ...declaration.filters, status: inWork } }
}

/** True when the address says anything about this list; it then wins over local storage. */
export function speaksOfList(params: SearchParams, declaration: ListDeclaration): boolean {
  return Object.keys(params).some((key) => own.includes(key) || mayBeFilter(declaration, key))
}

/** List state of an address; what the declaration does not know is ignored. */
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

/** The query string that a list opens with for one person; none is the whole list. */
export type Opening = { query: string }

/**
 * The state a list opens with: that of its address, or the stored filters where the address says nothing, or what it
 * opens with for the person, or for everybody, where nothing is stored either.
 */
export function openingState(
  params: SearchParams,
  declaration: ListDeclaration,
  stored: string | undefined,
  opening?: Opening,
): ListState {
  if (speaksOfList(params, declaration)) return readListState(params, declaration)
  if (stored !== undefined) return { ...firstState, filters: knownFilters(parseStored(stored), declaration) }
  if (opening) return { ...readListState(parseSearch(opening.query), declaration), page: 1 }
  return { ...firstState, filters: declaration.opensWith ?? {} }
}

/** True where nothing is searched for, and nothing is filtered by but what the list opens with. */
export function isAsOpened({ search, filters }: ListState, { opensWith = {} }: ListDeclaration): boolean {
  const names = Object.keys(filters)
  return (
    search === '' &&
    (names.length === 0 ||
      (names.length === Object.keys(opensWith).length &&
        names.every((name) => filters[name]!.join(',') === opensWith[name]?.join(','))))
  )
}

/** Keeps only filters and values the declaration offers; empty ones are dropped. */
export function knownFilters(stored: readonly StoredFilter[], declaration: ListDeclaration): Filters {
  const filters: Filters = {}
  for (const { filterName, selected } of stored) {
    if (!mayBeFilter(declaration, filterName)) continue
    const values = [...new Set(selected)].filter((value) => takesValue(declaration, filterName, value, false))
    if (values.length > 0) filters[filterName] = values
  }
  return filters
}

/** Filters as they are applied: an "is not" without values says nothing. */
export function applied(filters: Filters): Filters {
  const names = Object.keys(filters).filter((name) => name !== negations && filters[name]!.length > 0)
  const not = (filters[negations] ?? []).filter((name) => names.includes(name))
  return {
    ...Object.fromEntries(names.map((name) => [name, filters[name]!])),
    ...(not.length > 0 && { [negations]: not }),
  }
}

/** The query string of a state; defaults are left out, so that a plain list has a plain address. */
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

/** What the server is asked, without paging: search, ordering, filters and the archived view. */
export function listQueryOf(state: ListState, declaration: ListDeclaration, archived: boolean): SearchParams {
  const { page: _page, page_size: _size, ...query } = writeListState(state)
  if (declaration.archivable) query[archived ? 'archived' : 'exclude_status'] = archived ? 'true' : 'archived'
  return query
}

/** The specification's shape of an active filter, kept in local storage (spec §3, §9). */
export type StoredFilter = { filterName: string; selected: readonly string[] }

/** Where the filters of a person's table are kept; the archive keeps its own. */
export const storageKeyOf = (person: number | undefined, table: string, archived = false) =>
  `almoner.filters.${person ?? 'nobody'}.${table}${archived ? '.archive' : ''}`

export function parseStored(text: string | undefined): StoredFilter[] {
  if (!text) return []
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.filter(isStoredFilter) : []
  } catch {
    return [] // Not ours, or damaged: the list opens unfiltered.
  }
}

/** The text to store; undefined when nothing is filtered. */
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
