import { q } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'

/** All that the peek of a project shows, in one call. */
export const projectPeek = (slug: string) => q('GET /api/v4/project/:slug/peek/', { params: { slug } })

/** The same ahead of time; what was read a moment ago is not asked for again. */
export const loadProjectPeek = (slug: string) =>
  void queryClient.prefetchQuery({ ...projectPeek(slug), staleTime: 30_000 })
