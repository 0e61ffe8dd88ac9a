import { useCallback, useLayoutEffect, useRef } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import { createStore, type Store, useStore } from '../../store.ts'
import {
  isSelected,
  emptySelection,
  type SelectionState,
  selectedAfter,
  type SelectionEvent,
} from './selection.ts'

type ListPlace = { address: PageAddress | ''; scope: string; selected: SelectionState; scroll: number }

/** Selection and scroll position of each list, restored on return. Lost with the tab. */
const places = new Map<string, Store<ListPlace>>()
const emptyPlace: ListPlace = { address: '', scope: '', selected: emptySelection, scroll: 0 }

function storeOf(table: string): Store<ListPlace> {
  let store = places.get(table)
  if (!store) places.set(table, (store = createStore(emptyPlace)))
  return store
}

/** The scroll position of a list when it was left at this address. */
export function scrollOf(table: string, address: string): number {
  const place = storeOf(table).get()
  return place.address === address ? place.scroll : 0
}

/** Stores a list's scroll position. */
export function saveListScroll(table: string, address: string, scroll: number): void {
  const store = storeOf(table)
  if (store.get().address === address) store.set({ ...store.get(), scroll })
}

/** The last address of a list, for a record's back link; the plain list when it was not visited yet. */
export function lastAddressOf(table: string, plain: PageAddress): PageAddress {
  return storeOf(table).get().address || plain
}

/** Removes rows from a list's selection that left the list: deleted, archived or restored one by one. */
export function removeFromSelection(table: string, keys: readonly string[]): void {
  send(table, { type: 'leave', keys })
}

function send(table: string, event: SelectionEvent): void {
  const store = storeOf(table)
  const place = store.get()
  const selected = selectedAfter(place.selected, event)
  if (selected !== place.selected) store.set({ ...place, selected })
}

/**
 * The selection of a list. It survives paging, sorting and a visit to a record, and is cleared when `scope` (view,
 * search, filters) changes and when the list is opened anew at another address.
 */
export function useSelection(table: string, address: PageAddress, scope: string) {
  const store = storeOf(table)
  const place = useStore(store)
  const opened = useRef(false)
  useLayoutEffect(() => {
    const before = store.get()
    const isSame = before.scope === scope && (opened.current || before.address === address)
    opened.current = true
    store.set({
      address,
      scope,
      selected: isSame ? before.selected : emptySelection,
      scroll: before.address === address ? before.scroll : 0,
    })
  }, [store, address, scope])
  const selected = place.scope === scope ? place.selected : emptySelection
  return {
    selected,
    has: (key: string) => isSelected(selected, key),
    send: useCallback((event: SelectionEvent) => send(table, event), [table]),
  }
}
