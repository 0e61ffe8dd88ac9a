import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { q } from '#web/api.ts'
import type { FilterOption } from '#web/table/types.ts'

const internalStatuses = {
  ...q('GET /api/v4/organizations/internal-status/', { query: { page_size: 100 } }),
  staleTime: 5 * 60_000,
}

/** Internal statuses of organizations as options; none while they are loading. */
export function useInternalStatuses(): readonly FilterOption[] {
  const { data } = useQuery(internalStatuses)
  return useMemo(
    () => (data?.results ?? []).map(({ slug, title }) => ({ value: slug, label: title })),
    [data],
  )
}
