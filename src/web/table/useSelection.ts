import { useEffect, useRef, useState } from 'react'

type Kept<Row> = { rows: ReadonlyMap<string, Row>; all: boolean }
type Memory = { address: string; kept: Kept<unknown>; scroll: number }

/** Selection and scroll of each list as it was left, so that coming back finds the same place. Gone with the tab. */
const memory = new Map<string, Memory>()

/** What was left in a list at this address. */
export function placeOf(table: string, address: string): Memory | undefined {
  const found = memory.get(table)
  return found?.address === address ? found : undefined
}

/** The address a list was last seen at, for the back link of a record; the plain list when it was not seen yet. */
export function lastAddressOf(table: string, plain: string): string {
  return memory.get(table)?.address ?? plain
}

/** Remembers where a list is. */
export function keepPlace(table: string, place: Partial<Memory> & { address: string }): void {
  const known = placeOf(table, place.address)
  memory.set(table, { kept: { rows: new Map(), all: false }, scroll: 0, ...known, ...place })
}

/**
 * Selected rows by key. It survives paging and sorting and is cleared when `scope` (view, search, filters) changes.
 */
export function useSelection<Row>(table: string, address: string, scope: string) {
  const [kept, setKept] = useState<Kept<Row>>(
    () => (placeOf(table, address)?.kept as Kept<Row> | undefined) ?? { rows: new Map(), all: false },
  )
  const [lastScope, setLastScope] = useState(scope)
  if (scope !== lastScope) {
    setLastScope(scope)
    setKept({ rows: new Map(), all: false })
  }
  const anchor = useRef<string>('')
  useEffect(() => keepPlace(table, { address, kept }), [table, address, kept])

  const change = (rows: readonly (readonly [string, Row])[], selected: boolean) =>
    setKept((now) => {
      const next = new Map(now.rows)
      for (const [key, row] of rows) {
        if (selected) next.set(key, row)
        else next.delete(key)
      }
      return { rows: next, all: false }
    })
  return {
    kept,
    has: (key: string) => kept.all || kept.rows.has(key),
    /** Selects or clears one row; with `range` everything from the row touched before. */
    toggle: (page: readonly (readonly [string, Row])[], at: number, selected: boolean, range: boolean) => {
      // The row touched before may be on another page, then there is no range to draw.
      const before = range ? page.findIndex(([key]) => key === anchor.current) : -1
      const other = before === -1 ? at : before
      anchor.current = page[at]?.[0] ?? ''
      change(page.slice(Math.min(at, other), Math.max(at, other) + 1), selected)
    },
    change,
    selectAllMatching: () => setKept((now) => ({ ...now, all: true })),
    clear: () => setKept({ rows: new Map(), all: false }),
    keep: (keys: readonly string[]) =>
      setKept((now) => ({ rows: new Map([...now.rows].filter(([key]) => keys.includes(key))), all: false })),
  }
}
