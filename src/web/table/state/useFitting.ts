import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Column } from './types.ts'

/** Selection, number, title and actions of a row, in px. */
const others = 384
/** What a column takes beyond its least width: its filter's button stands beside the heading. */
const slack = 12
/** The navigation and edges beside a table, in px: what is guessed until the table itself is there to be measured. */
const navigation = 246

/** The columns that a table has room for: those that yield are left out where they do not all fit. Cards have all. */
export function useFitting<Row>(
  columns: readonly Column<Row>[],
  scroller: RefObject<HTMLElement | null>,
  asCards: boolean,
  /** Changes with what stands beside the table. */
  beside: boolean,
): readonly Column<Row>[] {
  const [room, setRoom] = useState<number | undefined>(() => innerWidth - navigation)
  useLayoutEffect(() => {
    const measure = () => flushSync(() => setRoom(scroller.current?.clientWidth || undefined))
    // Before anything is painted, but not at once: the browser would lay out the whole list a second time.
    const frame = requestAnimationFrame(measure)
    addEventListener('resize', measure)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('resize', measure)
    }
  }, [scroller, columns, beside])
  const needed = columns.reduce((sum, column) => sum + (column.width ?? 0) + slack, others)
  const fits = asCards || room === undefined || needed <= room
  return useMemo(() => (fits ? columns : columns.filter((column) => !column.yields)), [fits, columns])
}
