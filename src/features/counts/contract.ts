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
      'How many payouts are open and exported, and how many lines of statements and projects wait for the person, and how much of their long work is under way; what the person may not see or work on is left out',
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
