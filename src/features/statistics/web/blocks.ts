import type { Group, Statistics } from '../contract.ts'
import type { FigureName } from '../rules.ts'

/** A group of the table; `parts` holds its funding types when there are several. */
type Block = { sum: Group; parts: readonly Group[] }

/** The groups sorted by a figure, largest first, or in their original order. */
export function blocksOf({ series, subtotals }: Statistics, sort: FigureName | undefined): Block[] {
  const ordered = <Row extends Group>(rows: readonly Row[]) =>
    sort ? rows.toSorted((a, b) => b[`${sort}_cents`] - a[`${sort}_cents`]) : [...rows]
  const parts = Map.groupBy(ordered(series), (row) => row.key)
  if (subtotals.length === 0) return [...parts.values()].map(([sum]) => ({ sum: sum!, parts: [] }))
  return ordered(subtotals).map((sum) => {
    const of = parts.get(sum.key)!
    return of.length === 1 ? { sum: of[0]!, parts: [] } : { sum, parts: of }
  })
}
