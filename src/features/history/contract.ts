import { z } from 'zod'
import { pageOf } from '#shared/list.ts'
import { Instant } from '#shared/shapes.ts'

/** One change as the history shows it. */
export const HistoryEntry = z
  .object({
    id: z.int(),
    at: Instant,
    actor: z.string(),
    action: z.string(),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'HistoryEntry' })

export const HistoryPage = pageOf(HistoryEntry)
