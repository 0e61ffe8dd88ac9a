import { z } from 'zod'
import { pageSizes } from '#shared/list-declaration.ts'
import { pageOf } from '#shared/list.ts'
import { Instant } from '#shared/shapes.ts'

/** One change as the history shows it. */
export const HistoryEntry = z.object({
  id: z.int(),
  at: Instant,
  actor: z.string(),
  action: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})

/** Query of a plain paged list, without search and filters. */
export const pagingQuery = z.strictObject({
  page: z.coerce
    .number('validation.page')
    .int('validation.page')
    .min(1, 'validation.page')
    .max(10_000_000)
    .default(1),
  page_size: z.coerce
    .number('validation.page_size')
    .refine((size) => (pageSizes as readonly number[]).includes(size), 'validation.page_size')
    .default(25)
    .meta({ enum: [...pageSizes] }),
})

export const HistoryPage = pageOf(HistoryEntry)
