import { queryOptions } from '@tanstack/react-query'
import { api, type ApiArguments } from '#web/api.ts'

const route = 'POST /api/v4/reviews/queue/:slug/mail/'
export type PreviewBody = ApiArguments<typeof route>['body']

/** The mail as it would be sent. The POST changes nothing, so it is cached like a GET. */
export function previewOf(slug: string, body: PreviewBody) {
  return queryOptions({
    queryKey: [route, slug, body],
    queryFn: ({ signal }) => api(route, { params: { slug }, body, signal }),
    staleTime: 60_000,
  })
}
