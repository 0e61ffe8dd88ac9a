import { z } from 'zod'
import { Choice, Instant } from '#shared/shapes.ts'
import { exemptionKinds } from './rules.ts'

/**
 * An organization beside a record: the facts that decide whether it may receive money, with a masked IBAN, for people who may
 * see organizations. It is prefetched, so it shows no more personal data than a list row; the account holder is a separate
 * call.
 */
export const OrganizationBrief = z
  .object({
    slug: z.string(),
    title: z.string(),
    place: z.string(),
    review: Choice,
    email_contact: z.string(),
    may_receive: z.boolean(),
    review_by: z.string().nullable(),
    review_at: Instant.nullable(),
    proof: z.object({
      kind: z.enum(exemptionKinds),
      expired: z.boolean(),
      until: z.string().nullable(),
      tax_office: z.string(),
    }),
    bank: z.object({ iban: z.string() }).nullable(),
  })
  .meta({ id: 'OrganizationBrief' })
export type OrganizationBrief = z.infer<typeof OrganizationBrief>

export const ProjectBrief = z
  .object({
    slug: z.string(),
    title: z.string(),
    review_status: Choice,
    funded_cents: z.int(),
    target_cents: z.int(),
    decided: z.object({ at: Instant, by: z.string(), reason: z.string() }).nullable(),
  })
  .meta({ id: 'ProjectBrief' })
export type ProjectBrief = z.infer<typeof ProjectBrief>

export const TaskBrief = z
  .object({
    slug: z.string(),
    title: z.string(),
    due: z.string(),
    overdue: z.boolean(),
    people: z.array(z.string()),
  })
  .meta({ id: 'TaskBrief' })
