import { useQuery } from '@tanstack/react-query'
import { type Answer, q } from '#web/api.ts'
import { useAllowed } from '#web/profile.tsx'

export type Ending = Answer<'GET /api/v4/proofs/forecast/'>['results'][number]

/** Proofs that end before their projects, for people who may see organizations. */
export function useForecast(query: { page_size: number; page?: number }) {
  const allowed = useAllowed()
  return useQuery({
    ...q('GET /api/v4/proofs/forecast/', { query }),
    enabled: allowed('view_organizations'),
    staleTime: 60_000,
  })
}
