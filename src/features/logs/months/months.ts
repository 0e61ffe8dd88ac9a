import { z } from 'zod'
import { route } from '#shared/route.ts'
import { Instant, paragraph } from '#shared/shapes.ts'

const month = z.object({
  month: z.string().regex(/^(?:19|20|21)\d{2}-(?:0[1-9]|1[0-2])$/, 'validation.invalid'),
})
const Reason = z.strictObject({
  reason: paragraph(500).min(1, 'validation.required'),
})

export const LedgerMonth = z
  .object({
    /** `YYYY-MM` */
    month: z.string(),
    transactions: z.int(),
    /** True for an open month with more transactions than were counted. */
    more: z.boolean(),
    is_closed: z.boolean(),
    /** True for an open month that has passed. */
    can_close: z.boolean(),
    closed_at: Instant.nullable(),
    closed_by: z.string().nullable(),
    reason: z.string(),
  })
  .meta({ id: 'LedgerMonth' })
export type LedgerMonth = z.infer<typeof LedgerMonth>

export const monthCalls = {
  months: route({
    method: 'GET',
    path: '/api/v4/logs/months/',
    shows: ['money', 'month'],
    access: 'view_logs',
    wholeHouse: true,
    summary: 'List the months since the first booking, newest first, with their state',
    response: z.object({ results: z.array(LedgerMonth) }),
  }),
  closeMonth: route({
    method: 'POST',
    path: '/api/v4/logs/months/:month/close/',
    changes: ['month'],
    access: 'change_settings',
    wholeHouse: true,
    summary: 'Close a past month; nothing can be booked into it afterwards',
    params: month,
    body: Reason,
    response: LedgerMonth,
    idempotent: true,
    refusals: [409],
  }),
  reopenMonth: route({
    method: 'POST',
    path: '/api/v4/logs/months/:month/reopen/',
    changes: ['month'],
    access: 'change_settings',
    wholeHouse: true,
    summary: 'Reopen a closed month; requires a reason',
    params: month,
    body: Reason,
    response: LedgerMonth,
    idempotent: true,
  }),
}
