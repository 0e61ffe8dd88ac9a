import { type InitialData, initialDataId } from '#shared/lists/first-page.ts'
import { api, q, type RouteName } from '../api.ts'
import type { Profile } from '../profile.tsx'
import { queryClient } from '../query-client.ts'
import { initialData } from './initial-data.ts'

/**
 * How long the first render waits for pending rows in milliseconds: shell and rows render together, and rows that the
 * server has rendered stay in place.
 */
const rowsTimeoutMs = { new: 250, rendered: 3_000 }

/** Whether the document shows the page already, rendered by the server for a window like this one. */
export const isRendered = (): boolean => document.getElementById('root')!.hasChildNodes()

/** Puts the embedded answers into the query cache and returns the signed-in person. */
export function consumeInitialData(): Profile | undefined {
  const initial = initialData()
  document.getElementById(initialDataId)?.remove()
  fillQueries(initial?.answers ?? [])
  return queryClient.getQueryData<Profile>(q('GET /api/v4/users/profile/').queryKey)
}

/** Puts answers into the query cache, as if the page had asked for them. */
export function fillQueries(answers: InitialData['answers']): void {
  for (const { name, params, query, answer } of answers) {
    const args = { ...(params && { params }), ...(query && { query }) }
    queryClient.setQueryData<unknown>(
      q(name as RouteName, args as never).queryKey as readonly unknown[],
      answer,
    )
  }
}

/** Waits briefly for the rows requested with the document; later ones enter the list as usual. */
export async function awaitFirstRows(): Promise<void> {
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
  await Promise.race([rows, sleep(isRendered() ? rowsTimeoutMs.rendered : rowsTimeoutMs.new)])
  drawn = true
  const { queryKey } = options
  if (queryClient.getQueryState(queryKey)?.status === 'error') queryClient.removeQueries({ queryKey })
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits for the first frame of a rendered page, before work that would delay it. */
export async function waitForFirstPaint(): Promise<void> {
  if (performance.getEntriesByType('paint').length > 0) return
  // Background tabs get no animation frames.
  await Promise.race([new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))), sleep(200)])
}
