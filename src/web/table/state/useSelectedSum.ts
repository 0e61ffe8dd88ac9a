import { useMemo, useState } from 'react'
import type { SelectionState } from './selection.ts'

/**
 * The sum of the selection: rows ticked one by one, or all matches minus the exclusions. Every row was on the screen
 * when it was ticked; undefined when the list has no amounts, or one of the rows was ticked before the page was loaded.
 */
export function useSelectedSum<Row>(
  rows: readonly (readonly [string, Row])[],
  amountOf: ((row: Row) => number) | undefined,
  selected: SelectionState,
  total: number | undefined,
): number | undefined {
  const [amounts, setAmounts] = useState<ReadonlyMap<string, number>>(new Map())
  const [read, setRead] = useState<typeof rows>([])
  if (amountOf && rows !== read) {
    setRead(rows)
    setAmounts(new Map([...amounts, ...rows.map(([key, row]) => [key, amountOf(row)] as const)]))
  }
  return useMemo(() => {
    if (!amountOf) return undefined
    const sumOf = (keys: Iterable<string>) =>
      [...keys].reduce<number | undefined>((sum, key) => {
        const amount = amounts.get(key)
        return sum === undefined || amount === undefined ? undefined : sum + amount
      }, 0)
    if (!selected.all) return sumOf(selected.picked.keys())
    const left = sumOf(selected.left.keys())
    return total === undefined || left === undefined ? undefined : total - left
  }, [amountOf, amounts, selected, total])
}
