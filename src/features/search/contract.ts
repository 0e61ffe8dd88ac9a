import { z } from 'zod'
import { route } from '#shared/route.ts'
import { wholeNumber } from '#shared/shapes.ts'

/** Kinds that can be found by name. A new kind is one line here, in the list of server/routes.ts and in the palette. */
export const foundKinds = ['project', 'organization', 'user', 'task', 'email', 'payout'] as const
export type FoundKind = (typeof foundKinds)[number]

/** Number of recently opened records that the palette can request at once. */
export const mostRecent = 8

const Kind = z.enum(foundKinds)

const shown = {
  kind: Kind,
  /** The key in the record's address. */
  slug: z.string(),
  title: z.string(),
  subtitle: z.string(),
  /** Details that distinguish it from others of its name, in words. */
  details: z.array(z.string()),
  label: z.object({ text: z.string(), tone: z.enum(['success', 'warning', 'danger', 'default']) }).nullable(),
}

export const search = {
  find: route({
    method: 'GET',
    path: '/api/v4/search/',
    shows: 'anything',
    searched: { list: 'palette', words: 'left_out' },
    access: 'any_right',
    summary: 'Find records by name in everything that the caller may view, best matches first',
    query: z.strictObject({
      q: z.string().trim().min(1).max(200),
      limit: wholeNumber(1, 20).default(20).meta({ default: 20 }),
      kind: Kind.optional(),
    }),
    response: z.object({
      results: z.array(
        z.object({
          ...shown,
          /** 0 the exact name, 1 begins with it, 2 every word begins a word, 3 every word occurs somewhere. */
          rank: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
        }),
      ),
      /** Number of matches per kind; with `more` there may be more. Kinds without a match are omitted. */
      counts: z.array(z.object({ kind: Kind, count: z.int(), more: z.boolean() })),
      /** The corrected words of the search, when no record has the typed ones. */
      corrected: z.array(z.string()),
    }),
  }),
  recent: route({
    method: 'GET',
    path: '/api/v4/search/recent/',
    shows: 'anything',
    access: 'any_right',
    summary: 'Get records by kind and slug as search results; deleted and inaccessible ones are omitted',
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
