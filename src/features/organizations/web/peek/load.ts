import { q } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'

export const organizationPeek = (slug: string) =>
  q('GET /api/v4/organization/:slug/peek/', { params: { slug } })

/** The account holder of an organization; never prefetched, because each call is recorded as a read. */
export const accountHolder = (slug: string) =>
  q('GET /api/v4/organization/:slug/account-holder/', { params: { slug } })

/** Prefetches the peek unless a recent answer is cached. */
export const loadOrganizationPeek = (slug: string) =>
  void queryClient.prefetchQuery({ ...organizationPeek(slug), staleTime: 30_000 })
