import { z } from 'zod'
import { route } from '#shared/route.ts'
import { wholeNumber } from '#shared/shapes.ts'

/** What can be found by name; one more is a line here, in the list of server/routes.ts and in the palette. */
export const foundKinds = ['project', 'organization', 'user', 'task', 'email', 'payout'] as const
export type FoundKind = (typeof foundKinds)[number]

/** Records that a person opened lately and that the palette can ask for at once. */
export const mostRecent = 8

const Kind = z.enum(foundKinds)

const shown = {
  kind: Kind,
  /** What the record's address is made of. */
  slug: z.string(),
  title: z.string(),
  subtitle: z.string(),
  /** What else tells it apart from others of its name, in words. */
  details: z.array(z.string()),
  /** What is to be known about it at once. */
  label: z.object({ text: z.string(), tone: z.enum(['success', 'warning', 'danger', 'default']) }).nullable(),
}

export const search = {
  find: route({
    method: 'GET',
    path: '/api/v4/search/',
    shows: 'anything',
    searched: { list: 'palette', words: 'left_out' },
    access: 'any_right',
    summary: 'The best matches by name over all that the person may view',
    query: z.strictObject({
      q: z.string().trim().min(1).max(200),
      limit: wholeNumber(1, 20).default(20).meta({ default: 20 }),
      kind: Kind.optional(),
    }),
    response: z.object({
      results: z.array(
        z.object({
          ...shown,
          /** 0 the very name, 1 begins with it, 2 every word begins a word, 3 every word stands somewhere. */
          rank: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
        }),
      ),
      /** How many match of each kind; with `more` there may be more. Kinds without a match are left out. */
      counts: z.array(z.object({ kind: Kind, count: z.int(), more: z.boolean() })),
      /** The words that were looked for instead, where nothing is written as it was typed. */
      corrected: z.array(z.string()),
    }),
  }),
  recent: route({
    method: 'GET',
    path: '/api/v4/search/recent/',
    shows: 'anything',
    access: 'any_right',
    summary:
      'Records by kind and slug, as the search shows them; what is gone or may not be viewed is left out',
    query: z.strictObject({
      /** `project/slug,user/5`: in the order in which they are answered. */
      of: z
        .string()
        .max(4000)
        .transform((text) => text.split(','))
        .pipe(
          z
            .array(z.string().regex(/^[a-z]+\/[^/]+$/))
            .max(mostRecent)
            .transform((each) => each.map((one) => one.split('/') as [string, string])),
        ),
    }),
    response: z.object({ results: z.array(z.object(shown)) }),
  }),
}
