import { intlTag, type Locale } from '#shared/messages.ts'
import { type FundingType, fundingTypes } from '#features/ledger/funding-types.ts'

/** What a month brought per funding type, in cents. */
export type MonthAmounts = { month: string; name: string } & Record<FundingType, number>

/** The funding types in the order of the chart. */
export const types = Object.keys(fundingTypes).map(Number) as FundingType[]

/** The name of a month `YYYY-MM`; long with its year. */
export function monthName(month: string, locale: Locale, look: 'short' | 'long'): string {
  const options: Intl.DateTimeFormatOptions =
    look === 'long' ? { month: 'long', year: 'numeric' } : { month: 'short' }
  return new Intl.DateTimeFormat(intlTag[locale], { ...options, timeZone: 'UTC' }).format(
    new Date(`${month}-15T00:00:00Z`),
  )
}
