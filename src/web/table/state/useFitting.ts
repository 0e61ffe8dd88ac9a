import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Column } from './types.ts'

/** Selection, number, title and actions of a row, in px. */
const widthWithTitle = 384
/** Extra width of a column beyond its minimum: the filter button beside the heading. */
const filterButtonWidth = 12
/** The navigation and edges beside a table, in px: an estimate until the table itself can be measured. */
const navigationWidth = 246

const isEnough = (room: number | undefined, needed: number) => room === undefined || needed <= room

/** The columns that fit into a table: yielding ones are dropped when room is short. Cards have all. */
export function useFitting<Row>(
  columns: readonly Column<Row>[],
  scroller: RefObject<HTMLElement | null>,
  asCards: boolean,
  /** Changes with the content beside the table. */
  beside: boolean,
): readonly Column<Row>[] {
  const needed = columns.reduce(
    (sum, column) => sum + (column.width ?? 0) + filterButtonWidth,
    widthWithTitle,
  )
  const [room, setRoom] = useState<number | undefined>(() => innerWidth - navigationWidth)
  useLayoutEffect(() => {
    const measure = () => {
      const width = scroller.current?.clientWidth || undefined
      // The same columns as before: no second rendering of the whole list.
      flushSync(() =>
        setRoom((known) => (isEnough(known, needed) === isEnough(width, needed) ? known : width)),
      )
    }
    // Before the first paint, but not at once: the browser would lay out the whole list a second time.
    const frame = requestAnimationFrame(measure)
    addEventListener('resize', measure)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('resize', measure)
    }
  }, [scroller, needed, beside])
  const fits = asCards || isEnough(room, needed)
  return useMemo(() => (fits ? columns : columns.filter((column) => !column.yields)), [fits, columns])
}
