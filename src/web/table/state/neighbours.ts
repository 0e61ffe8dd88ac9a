import { useEffect } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import { createStore, type Store, useStore } from '../../store.ts'

/** A row of a list with its own page. */
export type Neighbour = { key: string; title: string; href: PageAddress }

/** The last seen rows of a list, in consecutive pages, and a function to read more. */
type LoadedRows = {
  rows: readonly Neighbour[]
  /** Position of the first of them in the list, from 1. */
  first: number
  count: number
  pages: readonly [from: number, to: number]
  lastPage: number
  read: (page: number) => Promise<readonly Neighbour[]>
}

const lists = new Map<string, Store<LoadedRows | undefined>>()

function storeOf(table: string): Store<LoadedRows | undefined> {
  let store = lists.get(table)
  if (!store) lists.set(table, (store = createStore<LoadedRows | undefined>(undefined)))
  return store
}

/** Stores the visible rows: a record opened from the list then knows its neighbours. */
export function rememberRows(
  table: string,
  { page, ...seen }: Omit<LoadedRows, 'pages'> & { page: number },
): void {
  storeOf(table).set({ ...seen, pages: [page, page] })
}

/** A record's position in the list the person came from, with its neighbours; undefined when it is not in it. */
export function useNeighbours(
  table: string,
  key: string,
): { n: number; count: number; previous: Neighbour | undefined; next: Neighbour | undefined } | undefined {
  const store = storeOf(table)
  const seen = useStore(store)
  const at = seen ? seen.rows.findIndex((row) => row.key === key) : -1
  const isFirst = at === 0
  const isLast = seen !== undefined && at === seen.rows.length - 1
  useEffect(() => {
    if (at === -1 || (!isFirst && !isLast)) return
    let gone = false
    void loadAdjacentPages(store, { back: isFirst, on: isLast }, () => gone)
    return () => {
      gone = true
    }
  }, [store, at, isFirst, isLast])
  if (!seen || at === -1) return undefined
  return { n: seen.first + at, count: seen.count, previous: seen.rows[at - 1], next: seen.rows[at + 1] }
}

/** Reads the adjacent page, so that the record at the edge has neighbours too. */
async function loadAdjacentPages(
  store: Store<LoadedRows | undefined>,
  { back, on }: { back: boolean; on: boolean },
  isGone: () => boolean,
): Promise<void> {
  const { pages, lastPage, read } = store.get()!
  const [from, to] = pages
  // A failure leaves the record without a neighbour; the list itself reports failures.
  const page = (wanted: number) => read(wanted).catch(() => undefined)
  const before = back && from > 1 ? await page(from - 1) : undefined
  const behind = on && to < lastPage ? await page(to + 1) : undefined
  const now = store.get()
  if (isGone() || !now || now.pages !== pages || (!before && !behind)) return
  store.set({
    ...now,
    rows: [...(before ?? []), ...now.rows, ...(behind ?? [])],
    first: now.first - (before?.length ?? 0),
    pages: [before ? from - 1 : from, behind ? to + 1 : to],
  })
}
