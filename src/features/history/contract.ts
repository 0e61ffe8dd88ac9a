import { z } from 'zod'
import { pageOf } from '#shared/lists/list.ts'
import { bySlug, Instant, wholeNumber } from '#shared/shapes.ts'

/** One change as the history shows it. */
export const HistoryEntry = z
  .object({
    id: z.int(),
    at: Instant,
    actor: z.string(),
    action: z.string(),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    /** True when the caller may undo it now. */
    can_undo: z.boolean(),
    /** Why this change cannot be undone although its kind can. */
    undo_refusal: z.object({ code: z.string(), text: z.string() }).nullable(),
    undone: z.object({ by: z.string(), at: Instant }).nullable(),
    /** The bulk run that made it, and the number of records changed in that run. */
    run: z.object({ id: z.int(), count: z.int() }).nullable(),
  })
  .meta({ id: 'HistoryEntry' })

export const undoParams = bySlug.extend({ event: wholeNumber(1, Number.MAX_SAFE_INTEGER) })
/** `mails_sent`: the person knows that this many mails were sent and undoes the change anyway. */
export const Undo = z.strictObject({ mails_sent: z.int('validation.integer').min(1).optional() })

export const HistoryPage = pageOf(HistoryEntry)
