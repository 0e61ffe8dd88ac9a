import { useDeferredValue } from 'react'
import { scrollOf } from './useSelection.ts'

/** About what a screen shows; the rows below it are drawn right after these. */
const onScreen = 14

/** The rows to draw: of a list that just came onto the screen at its top first those in sight, then all. */
export function useFirstRows<R>(rows: readonly R[], table: string, address: string): readonly R[] {
  const all = useDeferredValue(true, scrollOf(table, address) > 0)
  return all ? rows : rows.slice(0, onScreen)
}
