import { useEffect, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { type Answer, invalidate, q } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { isWorking } from '../work-rules.ts'

export type Import = Answer<'GET /api/v4/imports/:id/'>

const lookEveryMs = 1_000
const query = (id: number) => q('GET /api/v4/imports/:id/', { params: { id } })

/** One import; while somebody is at work on it, it is looked at again and again. */
export function useImport(id: number) {
  const state = useQuery({
    ...query(id),
    refetchInterval: ({ state: { data } }) => (data && isWorking(data.state) ? lookEveryMs : false),
  })
  useFinished(state.data)
  return state
}

/** Shows an answer at once, without asking for it again. */
export function showImport(data: Import): void {
  queryClient.setQueryData(query(data.id).queryKey, data)
}

/** What an import brought is in lists that were read before. */
function useFinished(data: Import | undefined): void {
  const before = useRef(data?.state)
  useEffect(() => {
    const finished =
      (before.current === 'running' && data?.state === 'done') ||
      (before.current === 'undoing' && data?.state === 'undone')
    if (before.current === 'checking' && data?.state !== 'checking')
      void invalidate('GET /api/v4/imports/:id/rows/', 'GET /api/v4/imports/:id/sums/')
    before.current = data?.state
    if (finished)
      void invalidate(
        'GET /api/v4/projects/',
        'GET /api/v4/organizations/',
        'GET /api/v4/imports/',
        'GET /api/v4/import-recipes/',
      )
  }, [data?.state])
}
