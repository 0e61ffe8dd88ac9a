import { z } from 'zod'
import { route } from '#shared/route.ts'

const count = z.int().nonnegative().optional()

export const counts = {
  read: route({
    method: 'GET',
    path: '/api/v4/counts/',
    access: 'signed_in',
    summary:
      'How many projects and organizations are in work, and payouts there are; what the person may not see is left out',
    response: z.object({
      projects: count,
      organizations: count,
      payouts: count,
      payouts_open: count,
      payouts_exported: count,
    }),
  }),
}
