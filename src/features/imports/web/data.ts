import { useEffect, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { type Answer, q } from '#web/api.ts'
import { usePolling } from '#web/polling.ts'
import { queryClient } from '#web/query-client.ts'
import { markStale } from '#web/stale.ts'
import { isWorking } from '../work-rules.ts'

export type Import = Answer<'GET /api/v4/imports/:id/'>

/** Polling interval while a repair waits for a running check, in milliseconds. */
const pollMs = 250
const query = (id: number) => q('GET /api/v4/imports/:id/', { params: { id } })

export function useImport(id: number) {
  const state = useQuery({
    ...query(id),
    refetchInterval: usePolling<Import>(({ state }) => isWorking(state)),
  })
  useFinished(state.data)
  return state
}

/** Shows a response at once, without fetching it again. */
export function showImport(data: Import): void {
  queryClient.setQueryData(query(data.id).queryKey, data)
}

/** The import without a running check: at once, or when that check ends. */
export async function importAfterCheck(id: number): Promise<Import> {
  for (;;) {
    const shown = queryClient.getQueryData<Import>(query(id).queryKey)
    const data = shown && shown.state !== 'checking' ? shown : await refetchImport(id)
    if (data.state !== 'checking') return data
    await new Promise((later) => setTimeout(later, pollMs))
  }
}

/** True when the file may be repaired; repairs during a check wait for its end. */
export const canRepair = ({ can_change, state }: Import): boolean => can_change || state === 'checking'

export const refetchImport = (id: number): Promise<Import> =>
  queryClient.fetchQuery({ ...query(id), staleTime: 0 })

/** Shows at once that work has begun, keeping the data about the file itself. */
export function showStartedWork(begun: Answer<'POST /api/v4/imports/:id/check/'>): void {
  queryClient.setQueryData<Import>(query(begun.id).queryKey, (shown) => shown && { ...shown, ...begun })
}

/** Imported records change lists that were loaded before. */
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
