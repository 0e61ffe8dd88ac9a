import { z } from 'zod'
import { route } from '#shared/route.ts'

const count = z.int().nonnegative().optional()

export const counts = {
  read: route({
    method: 'GET',
    path: '/api/v4/counts/',
    shows: 'anything',
    access: 'signed_in',
    summary:
      'Count open and exported payouts, open statement lines, projects to review and the caller’s work in progress; ' +
      'counts that the caller may not see or work on are omitted',
    response: z.object({
      payouts_open: count,
      payouts_exported: count,
      /** Open lines of all statements, for people who may match them. */
      lines_to_match: count,
      /** Projects that need a review, for people who may decide on it. */
      reviews: count,
      /** The person's long work under way (`GET /api/v4/work/`). */
      work: count,
    }),
  }),
}
