import { useDeferredValue } from 'react'
import { scrollOf } from './useSelection.ts'

/** About a screenful; the rows below it render right after these. */
const onScreen = 14

/** The rows to render: a list that has just appeared at its top starts with the visible rows, then all. */
export function useFirstRows<R>(rows: readonly R[], table: string, address: string): readonly R[] {
  const all = useDeferredValue(true, scrollOf(table, address) > 0)
  return all ? rows : rows.slice(0, onScreen)
}
