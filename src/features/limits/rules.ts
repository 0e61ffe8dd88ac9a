import type { Day } from '#shared/dates.ts'

/** Limits and periods that change on a given day, never retroactively (product.md §6). Each name ends in its unit. */
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

/** Values until somebody sets others. */
export const standardLimits: Record<LimitKey, number> = {
  exemption_notice_months: 60,
  exemption_art60a_months: 36,
  receipt_kept_months: 120,
  review_lease_minutes: 10,
  review_mail_minutes: 5,
  review_overdue_days: 14,
  bulk_undo_days: 30,
}

/** The value valid on a day: the newest one not later than it; undefined before the first. */
export function valueOn(values: readonly { valid_from: Day; value: number }[], day: Day): number | undefined {
  let newest: { valid_from: Day; value: number } | undefined
  for (const entry of values)
    if (entry.valid_from <= day && (!newest || entry.valid_from > newest.valid_from)) newest = entry
  return newest?.value
}
