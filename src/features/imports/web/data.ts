import { useEffect, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { type Answer, q } from '#web/api.ts'
import { usePolling } from '#web/polling.ts'
import { queryClient } from '#web/query-client.ts'
import { markStale } from '#web/stale.ts'
import { isWorking } from '../work-rules.ts'

export type Import = Answer<'GET /api/v4/imports/:id/'>

/** How often a check that another repair waits for is asked about, in milliseconds. */
const lookEveryMs = 250
const query = (id: number) => q('GET /api/v4/imports/:id/', { params: { id } })

/** One import; while somebody is at work on it, it is looked at again and again. */
export function useImport(id: number) {
  const state = useQuery({
    ...query(id),
    refetchInterval: usePolling<Import>(({ state }) => isWorking(state)),
  })
  useFinished(state.data)
  return state
}

/** Shows an answer at once, without asking for it again. */
export function showImport(data: Import): void {
  queryClient.setQueryData(query(data.id).queryKey, data)
}

/** The import as it is when nobody checks it: at once, or when the check that is under way is over. */
export async function checkedOver(id: number): Promise<Import> {
  for (;;) {
    const shown = queryClient.getQueryData<Import>(query(id).queryKey)
    const data = shown && shown.state !== 'checking' ? shown : await readAgain(id)
    if (data.state !== 'checking') return data
    await new Promise((later) => setTimeout(later, lookEveryMs))
  }
}

/** True where the file may be mended: what is asked for during a check has its turn when that is over. */
export const canRepair = ({ can_change, state }: Import): boolean => can_change || state === 'checking'

/** Reads an import anew, for all that show it. */
export const readAgain = (id: number): Promise<Import> =>
  queryClient.fetchQuery({ ...query(id), staleTime: 0 })

/** Shows at once that work has begun; what an import says of its file alone stays. */
export function showBegun(begun: Answer<'POST /api/v4/imports/:id/check/'>): void {
  queryClient.setQueryData<Import>(query(begun.id).queryKey, (shown) => shown && { ...shown, ...begun })
}

/** What an import brought is in lists that were read before. */
function useFinished(data: Import | undefined): void {
  const before = useRef(data?.state)
  useEffect(() => {
    const finished =
      (before.current === 'running' && data?.state === 'done') ||
      (before.current === 'undoing' && data?.state === 'undone')
    if (before.current === 'checking' && data?.state !== 'checking') void markStale('import_row')
    before.current = data?.state
    if (finished) void markStale('project', 'organization', 'donation', 'money', 'import', 'import_recipe')
  }, [data?.state])
}
