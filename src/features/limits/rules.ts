import type { Day } from '#shared/dates.ts'

/** Limits and periods that change on a day, never backwards (product.md §6). Their names end in what they count. */
export const limitKeys = [
  'exemption_notice_months',
  'exemption_art60a_months',
  'receipt_kept_months',
  'review_lease_minutes',
  'review_mail_minutes',
  'review_overdue_days',
  'bulk_undo_days',
] as const
export type LimitKey = (typeof limitKeys)[number]

/** What counts until somebody sets something else. */
export const standardLimits: Record<LimitKey, number> = {
  exemption_notice_months: 60,
  exemption_art60a_months: 36,
  receipt_kept_months: 120,
  review_lease_minutes: 10,
  review_mail_minutes: 5,
  review_overdue_days: 14,
  bulk_undo_days: 30,
}

/** The value in force on a day: the newest that is not later; undefined before the first. */
export function valueOn(values: readonly { valid_from: Day; value: number }[], day: Day): number | undefined {
  let newest: { valid_from: Day; value: number } | undefined
  for (const entry of values)
    if (entry.valid_from <= day && (!newest || entry.valid_from > newest.valid_from)) newest = entry
  return newest?.value
}
