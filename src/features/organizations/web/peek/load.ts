import { q } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'

/** All that the peek of an organization shows, in one call. */
export const organizationPeek = (slug: string) =>
  q('GET /api/v4/organization/:slug/peek/', { params: { slug } })

/** Who holds the account of an organization: never asked for ahead, each call is recorded as read. */
export const accountHolder = (slug: string) =>
  q('GET /api/v4/organization/:slug/account-holder/', { params: { slug } })

/** The peek ahead of time; what was read a moment ago is not asked for again. */
export const loadOrganizationPeek = (slug: string) =>
  void queryClient.prefetchQuery({ ...organizationPeek(slug), staleTime: 30_000 })
