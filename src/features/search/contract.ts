import { z } from 'zod'
import { route } from '#shared/route.ts'
import { wholeNumber } from '#shared/shapes.ts'

/** What can be found by name; one more is a line here, in the list of server/routes.ts and in the palette. */
export const foundKinds = ['project', 'organization', 'user'] as const
export type FoundKind = (typeof foundKinds)[number]

export const search = {
  find: route({
    method: 'GET',
    path: '/api/v4/search/',
    searched: { list: 'palette', words: 'left_out' },
    access: 'any_right',
    summary: 'The best matches by name over all that the person may view',
    query: z.strictObject({
      q: z.string().trim().min(1).max(200),
      limit: wholeNumber(1, 20).default(20).meta({ default: 20 }),
    }),
    response: z.object({
      results: z.array(
        z.object({
          kind: z.enum(foundKinds),
          /** What the record's address is made of. */
          slug: z.string(),
          title: z.string(),
          subtitle: z.string(),
          /** 0 the very name, 1 begins with it, 2 every word begins a word, 3 every word stands somewhere. */
          rank: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
        }),
      ),
    }),
  }),
}
