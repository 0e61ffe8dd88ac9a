import { useEffect, useEffectEvent, useMemo } from 'react'
import type { ListDeclaration } from '#shared/lists/list-declaration.ts'
import { changeSearch } from '../../router/navigate.ts'
import { useLocation } from '../../router/page.ts'
import { readStored, writeStored } from '../../storage.ts'
import {
  applied,
  type Filters,
  type ListState,
  type Opening,
  openingState,
  hasListParams,
  storageKeyOf,
  stringifyStored,
  writeListState,
} from '#shared/lists/list-state.ts'

export type ListStateHandle = {
  state: ListState
  /** Another page keeps everything else; a new search, filter, size or ordering starts on page 1. */
  goToPage: (page: number, options?: { replace: boolean }) => void
  setSearch: (search: string) => void
  setOrdering: (ordering: string) => void
  setPageSize: (pageSize: number) => void
  setFilters: (filters: Filters) => void
  clearAll: () => void
}

/**
 * Page, search, ordering and filters of a list. The address wins over local storage, which wins over the defaults.
 * Storage is per person and table, and written only when a person changes filters: a link, a dashboard figure or Back
 * leaves it unchanged.
 */
export function useListState(
  declaration: ListDeclaration,
  person: number | undefined,
  archived = false,
  opening?: Opening,
): ListStateHandle {
  const { search: params } = useLocation()
  const storageKey = storageKeyOf(person, declaration.table, archived)
  const spoken = hasListParams(params, declaration)
  const state = useMemo(
    () => openingState(params, declaration, readStored(storageKey), opening),
    [params, declaration, storageKey, opening],
  )
  const others = Object.fromEntries(
    Object.entries(params).filter(([key]) => !hasListParams({ [key]: '' }, declaration)),
  )
  const go = (next: ListState, replace = false) => {
    const written = writeListState(next)
    // A plain address would be filled from storage or from the opening, although the person just left a list without
    // filters.
    const filled =
      readStored(storageKey) !== undefined || declaration.opensWith !== undefined || Boolean(opening?.query)
    const plain = Object.keys(written).length === 0 && filled
    changeSearch({ ...others, ...(plain ? { page: '1' } : written) }, { replace })
  }

  const unsaid = !spoken && Object.keys(writeListState(state)).length > 0
  // Filters missing in the address (of a view, search and ordering too) join it, so that Back and a copied link include
  // them.
  const joinAddress = useEffectEvent(() => go(state, true))
  useEffect(() => {
    if (unsaid) joinAddress()
  }, [unsaid])

  return {
    state,
    goToPage: (page, options) => go({ ...state, page }, options?.replace),
    setSearch: (search) => go({ ...state, search, page: 1 }, true),
    setOrdering: (ordering) => go({ ...state, ordering, page: 1 }),
    setPageSize: (pageSize) => go({ ...state, pageSize, page: 1 }),
    setFilters: (chosen) => {
      const filters = applied(chosen)
      writeStored(storageKey, stringifyStored(filters))
      if (spoken) return go({ ...state, filters, page: 1 })
      // The current address is empty: Back to it would be filled from the newly stored filters.
      changeSearch({ ...others, page: '1' }, { replace: true })
      go({ ...state, filters, page: 1 })
    },
    clearAll: () => {
      writeStored(storageKey, undefined)
      go({ ...state, filters: {}, search: '', page: 1 })
    },
  }
}
