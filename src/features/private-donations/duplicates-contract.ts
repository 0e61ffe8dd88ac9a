import { z } from 'zod'
import { pageOf, pagingQuery } from '#shared/lists/list.ts'
import { route } from '#shared/route.ts'
import { byId, Instant } from '#shared/shapes.ts'

/** Reasons to suspect that two donors are one person. */
export const duplicateReasons = ['email', 'iban', 'name_place', 'similar_name'] as const
export type DuplicateReason = (typeof duplicateReasons)[number]

/** A donor of a pair. Without `change_private_donations` the name is masked, and address and e-mail are empty. */
const Twin = z.object({
  slug: z.string(),
  name: z.string(),
  email: z.string(),
  street: z.string(),
  postal_code: z.string(),
  city: z.string(),
  iban: z.string(),
  is_masked: z.boolean(),
  /** Number of gifts and open pledges that currently belong to this donor. */
  donations: z.int(),
  donated_cents: z.int(),
})

/** Two donors who may be the same person, or were merged. */
export const DonorPair = z
  .object({
    id: z.int(),
    state: z.enum(['open', 'apart', 'merged']),
    reasons: z.array(z.object({ code: z.enum(duplicateReasons), text: z.string() })),
    donors: z.tuple([Twin, Twin]),
    /** For a merge: slug of the donor who was kept. */
    kept: z.string().nullable(),
    decided_at: Instant.nullable(),
  })
  .meta({ id: 'DonorPair' })
export type DonorPair = z.infer<typeof DonorPair>

const pairs = '/api/v4/donors/duplicates/' as const
const one = `${pairs}:id/` as const

export const donorDuplicates = {
  list: route({
    method: 'GET',
    path: pairs,
    shows: ['duplicate', 'donation'],
    access: 'view_private_donations',
    summary: 'List pairs of donors who may be the same person, with reasons; or merged pairs, newest first',
    query: pagingQuery.extend({
      state: z.enum(['open', 'merged'], 'validation.unknown_value').default('open'),
    }),
    response: pageOf(DonorPair),
  }),
  merge: route({
    method: 'POST',
    path: `${one}merge/`,
    changes: ['donation', 'duplicate'],
    access: 'change_private_donations',
    summary: 'Merge two donors; gifts and open pledges move to the donor kept',
    params: byId,
    body: z.strictObject({ kept: z.string().min(1, 'validation.required').max(200) }),
    response: DonorPair,
    idempotent: true,
    refusals: [409],
  }),
  apart: route({
    method: 'POST',
    path: `${one}apart/`,
    changes: ['donation', 'duplicate'],
    access: 'change_private_donations',
    summary: 'Mark two donors as different people; the pair is not suggested again',
    params: byId,
    body: z.strictObject({}),
    response: DonorPair,
    idempotent: true,
    refusals: [409],
  }),
  undo: route({
    method: 'POST',
    path: `${one}undo/`,
    changes: ['donation', 'duplicate'],
    access: 'change_private_donations',
    summary: 'Undo a merge while nothing depends on it',
    params: byId,
    body: z.strictObject({}),
    response: DonorPair,
    idempotent: true,
    refusals: [409],
  }),
}
