import { z } from 'zod'
import { Choice, Instant, paragraph, Version } from '#shared/shapes.ts'
import { reviewOutcome } from '#shared/statuses.ts'

const kind = z.enum(['review', 'content', 'voting', 'nonprofit'])
const outcome = z.union(
  [z.literal(reviewOutcome.passed), z.literal(reviewOutcome.rejected), z.literal(reviewOutcome.accepted)],
  'validation.unknown_value',
)

/** A decided review; `by` is null when no recorded decision led to the outcome. */
export const StandingDecision = z
  .object({
    kind,
    outcome: Choice,
    reason: z.string(),
    by: z.string().nullable(),
    at: Instant.nullable(),
  })
  .meta({ id: 'StandingDecision' })
export type StandingDecision = z.input<typeof StandingDecision>

/** A reviewer's decision: an outcome, or null to undo the last one (interface.md calls 2). */
export const Decision = z
  .strictObject({
    kind,
    outcome: outcome.nullable(),
    reason: paragraph(2000).default(''),
    version: Version,
  })
  .meta({ id: 'Decision' })
