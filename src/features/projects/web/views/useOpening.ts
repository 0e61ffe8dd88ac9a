import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api.ts'
import { useCan } from '#web/profile.tsx'
import { useLocation } from '#web/router/page.ts'
import type { Opening } from '#web/table/state/list-state.ts'
import { speaksOfList } from '#web/table/state/list-state.ts'
import { projectList } from '../../table.ts'

/** What the list opens with for the person; `undefined` while that is not known and the address does not say it. */
export function useOpening(archived: boolean): { opening?: Opening } | undefined {
  const { search } = useLocation()
  const enabled = useCan('view_projects') && !archived
  const { data, isLoading } = useQuery({
    ...q('GET /api/v4/projects/views/opening/'),
    enabled,
    retry: false,
    staleTime: 5 * 60_000,
  })
  if (isLoading && !speaksOfList(search, projectList)) return undefined
  // The archive opens whole.
  return data && enabled ? { opening: data } : {}
}
