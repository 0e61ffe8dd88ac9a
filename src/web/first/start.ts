import { handedOverId } from '#shared/lists/first-page.ts'
import { api, q, type RouteName } from '../api.ts'
import type { Profile } from '../profile.tsx'
import { queryClient } from '../query-client.ts'
import { handedOver } from './handed-over.ts'

/** How long the first render waits for pending rows, so that shell and rows render together. */
const rowsWithinMs = 250

/** Puts the embedded answers into the query cache and returns the signed-in person. */
export function takeHandedOver(): Profile | undefined {
  const handed = handedOver()
  document.getElementById(handedOverId)?.remove()
  for (const { name, params, query, answer } of handed?.answers ?? []) {
    const args = { ...(params && { params }), ...(query && { query }) }
    queryClient.setQueryData<unknown>(
      q(name as RouteName, args as never).queryKey as readonly unknown[],
      answer,
    )
  }
  return queryClient.getQueryData<Profile>(q('GET /api/v4/users/profile/').queryKey)
}

/** Waits briefly for the rows requested with the document; later ones enter the list as usual. */
export async function takeRows(): Promise<void> {
  const asked = window.almonerRows
  if (!asked) return
  delete window.almonerRows
  const name = asked.name as RouteName
  const options = q(name, { query: asked.query } as never)
  let drawn = false
  const rows = queryClient.prefetchQuery({
    ...options,
    queryFn: async ({ signal }) => {
      const answer = await asked.answer.catch(() => undefined)
      if (answer?.ok) return (await answer.json()) as never
      if (!drawn) throw new Error('the list will ask')
      // Repeated the usual way, which reports errors and offers the sign-in.
      return api(name, { query: asked.query, signal } as never)
    },
  })
  await Promise.race([rows, new Promise((resolve) => setTimeout(resolve, rowsWithinMs))])
  drawn = true
  const { queryKey } = options
  if (queryClient.getQueryState(queryKey)?.status === 'error') queryClient.removeQueries({ queryKey })
}
