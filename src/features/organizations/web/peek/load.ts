import { countBeside, q } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'

countBeside('GET /api/v4/organization/:slug/', 'GET /api/v4/organization/:slug/peek/')

/** All that the peek of an organization shows, in one call. */
export const organizationPeek = (slug: string) =>
  q('GET /api/v4/organization/:slug/peek/', { params: { slug } })

/** The same ahead of time; what was read a moment ago is not asked for again. */
export const loadOrganizationPeek = (slug: string) =>
  void queryClient.prefetchQuery({ ...organizationPeek(slug), staleTime: 30_000 })
