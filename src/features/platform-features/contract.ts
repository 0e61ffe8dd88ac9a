import { z } from 'zod'
import { route } from '#shared/route.ts'
import { AmountCents, Version } from '#shared/shapes.ts'

const offers = {
  enableDonations: z.boolean(),
  enableSponsoring: z.boolean(),
  enableFoundation: z.boolean(),
  enableGewinnsparen: z.boolean(),
}

/** Further rules of the platform for money. */
const rules = {
  /** Only projects that reach their goal are paid out; others return everything at their end. */
  all_or_nothing: z.boolean(),
  /** Funding type of an internal funding when nothing else sets it. */
  fallback_funding_type: z.union(
    [z.literal(1), z.literal(2), z.literal(3), z.literal(4)],
    'validation.unknown_value',
  ),
  /** The largest private donation that can be recorded. */
  max_gift_cents: AmountCents,
  /** From this sum on, it is typed before an import books. */
  import_confirm_cents: AmountCents,
  /** Registered prefix for our keys in a 360Giving export. */
  grants360_prefix: z
    .string()
    .trim()
    .regex(/^360G-[A-Za-z0-9_]{2,40}$/, 'features.grants_prefix_invalid')
    .meta({ example: '360G-almoner' }),
}

/** Funding types that the platform offers (spec §3), and its rules for money. */
export const PlatformFeatures = z
  .object({ ...offers, ...rules, version: z.int() })
  .meta({ id: 'PlatformFeatures' })
export type PlatformFeatures = z.infer<typeof PlatformFeatures>

export const platformFeatures = {
  read: route({
    method: 'GET',
    path: '/api/v4/platform-features/1/',
    shows: ['platform_feature'],
    access: 'signed_in',
    summary: 'Get the funding types that the platform offers, and its rules for money',
    response: PlatformFeatures,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/v4/platform-features/1/',
    changes: ['platform_feature'],
    access: 'change_settings',
    summary:
      'Enable or disable funding types, or change the rules for money; existing records stay unchanged',
    body: z
      .strictObject({ ...offers, ...rules })
      .partial()
      .extend({ version: Version.optional() }),
    response: PlatformFeatures,
  }),
}
