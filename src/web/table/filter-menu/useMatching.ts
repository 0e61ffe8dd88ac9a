import { useQuery } from '@tanstack/react-query'
import { useDebounced } from '../../useDebounced.ts'
import type { FilterMenuOf } from '../state/types.ts'

/** Debounce before a filter is counted, in milliseconds. */
const debounceMs = 200

/** The number of rows a query will find; undefined while it is counted. */
export function useMatching(menu: FilterMenuOf, asked: Record<string, string>): number | undefined {
  const settled = useDebounced(asked, debounceMs)
  const { data, isFetching } = useQuery({
    queryKey: ['filter count', menu.list.table, settled],
    queryFn: ({ signal }) => menu.count(settled, signal),
  })
  const current = JSON.stringify(settled) === JSON.stringify(asked) && !isFetching
  return current ? data?.count : undefined
}
