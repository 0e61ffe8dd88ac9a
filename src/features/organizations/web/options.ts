import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { qAll } from '#web/api.ts'
import type { FilterOption } from '#web/table/state/types.ts'

const internalStatuses = {
  ...qAll('GET /api/v4/organizations/internal-status/'),
  staleTime: 5 * 60_000,
}

export function useInternalStatuses(): readonly FilterOption[] {
  const { data } = useQuery(internalStatuses)
  return useMemo(
    () => (data?.results ?? []).map(({ slug, title }) => ({ value: slug, label: title })),
    [data],
  )
}
