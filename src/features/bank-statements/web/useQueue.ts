import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, q } from '#web/api.ts'
import type { LineRow } from './data.ts'
import { useDebounced } from '#web/useDebounced.ts'

export const queueFilters = ['all', 'open', 'held', 'done'] as const
export type QueueFilter = (typeof queueFilters)[number]

const states: Record<QueueFilter, string | undefined> = {
  all: undefined,
  open: 'open',
  held: 'held',
  done: 'matched,ignored',
}
const page_size = 100
export type QueueState = ReturnType<typeof useQueue>

/** The lines of a statement, a hundred at a time, and the first open one. */
export function useQueue(statement: number) {
  const [filter, setFilter] = useState<QueueFilter>('all')
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const search = useDebounced(typed, 200)
  const params = { id: statement }
  const lines = useQuery({
    ...q('GET /api/v4/bank-statements/:id/transactions/', {
      params,
      query: { page, page_size, search, state: states[filter] },
    }),
    placeholderData: keepPreviousData,
  })
  const open = useQuery(firstOpenOf(statement))
  return {
    rows: lines.data?.results ?? [],
    count: lines.data?.count,
    pages: lines.data?.total_pages ?? 1,
    error: lines.error,
    refetch: lines.refetch,
    page,
    setPage,
    filter,
    setFilter: (to: QueueFilter) => {
      setFilter(to)
      setPage(1)
    },
    typed,
    setTyped: (text: string) => {
      setTyped(text)
      setPage(1)
    },
    /** Filters for an export of the shown lines. */
    narrowed: { search, state: states[filter] },
    firstOpen: open.data?.results[0]?.id,
    isKnown: open.data !== undefined,
  }
}

const firstOpenOf = (id: number) =>
  q('GET /api/v4/bank-statements/:id/transactions/', {
    params: { id },
    query: { page: 1, page_size: 10, state: 'open' },
  })

/** The next open line of the statement after the given one; if there is none, its first open line. */
export async function nextAfter(line: LineRow, rows: readonly LineRow[]): Promise<LineRow | undefined> {
  const behind = rows.find(({ position, state }) => position > line.position && state === 'open')
  if (behind) return behind
  const { results } = await api('GET /api/v4/bank-statements/:id/transactions/', {
    params: { id: line.statement_id },
    query: { page: 1, page_size: 10, state: 'open' },
  })
  return results.find(({ id }) => id !== line.id)
}
