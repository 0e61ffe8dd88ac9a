import { q } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'

export const projectPeek = (slug: string) => q('GET /api/v4/project/:slug/peek/', { params: { slug } })

/** Preloads a project's peek; a recent answer is not fetched again. */
export const loadProjectPeek = (slug: string) =>
  void queryClient.prefetchQuery({ ...projectPeek(slug), staleTime: 30_000 })
