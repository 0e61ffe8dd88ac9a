import type { Day } from '#shared/dates.ts'

/** Limits and periods that change on a day, never backwards (product.md §6); values in months. */
export const limitKeys = ['exemption_notice_months', 'exemption_art60a_months'] as const
export type LimitKey = (typeof limitKeys)[number]

/** The value in force on a day: the newest that is not later; undefined before the first. */
export function valueOn(values: readonly { valid_from: Day; value: number }[], day: Day): number | undefined {
  let newest: { valid_from: Day; value: number } | undefined
  for (const entry of values)
    if (entry.valid_from <= day && (!newest || entry.valid_from > newest.valid_from)) newest = entry
  return newest?.value
}
