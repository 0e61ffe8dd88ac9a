import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api.ts'
import { useCan } from '#web/profile.tsx'
import { useLocation } from '#web/router/page.ts'
import type { Opening } from '#shared/lists/list-state.ts'
import { hasListParams } from '#shared/lists/list-state.ts'
import { projectList } from '../../table.ts'

/** The person's opening view of the list; `undefined` while it loads and the address does not name one. */
export function useOpening(archived: boolean): { opening?: Opening } | undefined {
  const { search } = useLocation()
  const enabled = useCan('view_projects') && !archived
  const { data, isLoading } = useQuery({
    ...q('GET /api/v4/projects/views/opening/'),
    enabled,
    retry: false,
    staleTime: 5 * 60_000,
  })
  if (isLoading && !hasListParams(search, projectList)) return undefined
  // The archive has no opening view.
  return data && enabled ? { opening: data } : {}
}
