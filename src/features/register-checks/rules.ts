import { addMonths, type Day } from '#shared/dates.ts'
import { normalIban } from '#shared/bank-details.ts'

/** Website of the register of donation recipients (§ 60b AO), to be searched by hand: it has no API. */
export const registerAddress = 'https://www.zer.bzst.de/'

/** An organization's entry, as a person read it in the register; days are Berlin days. */
export type RegisterEntry = {
  checked_on: Day
  is_listed: boolean
  notice_day: Day | null
  ibans: readonly string[]
}

export type OurRecord = { exemption_kind: string; exemption_date: Day | null; iban: string }

export const registerWarnings = ['never_checked', 'overdue', 'not_listed', 'notice_day', 'account'] as const
export type RegisterWarning = (typeof registerWarnings)[number]

/** Day on which an entry must be checked again: a year later. */
export const dueOn = ({ checked_on }: Pick<RegisterEntry, 'checked_on'>): Day => addMonths(checked_on, 12)

/** Warnings about an organization's entry. An entry has no legal effect, so a warning blocks nothing. */
export function warningsOf(entry: RegisterEntry | undefined, ours: OurRecord, today: Day): RegisterWarning[] {
  if (!entry) return ['never_checked']
  const found: RegisterWarning[] = dueOn(entry) <= today ? ['overdue'] : []
  if (!entry.is_listed) return [...found, 'not_listed']
  // Public bodies need no notice and have none in the register.
  const differs = ours.exemption_kind !== 'public_body' && entry.notice_day !== ours.exemption_date
  if (entry.notice_day !== null && differs) found.push('notice_day')
  const iban = normalIban(ours.iban)
  if (iban !== '' && entry.ibans.length > 0 && !entry.ibans.map(normalIban).includes(iban))
    found.push('account')
  return found
}
