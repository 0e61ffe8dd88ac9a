import { z } from 'zod'
import { paragraph, Version } from '#shared/shapes.ts'

/** A reviewer's decision: an outcome, or null to take the last one back (interface.md calls 2). */
export const Decision = z
  .strictObject({
    kind: z.enum(['review', 'content', 'voting', 'nonprofit']),
    outcome: z.union([z.literal(2), z.literal(3), z.literal(4)], 'validation.unknown_value').nullable(),
    reason: paragraph(2000).default(''),
    version: Version,
  })
  .meta({ id: 'Decision' })
