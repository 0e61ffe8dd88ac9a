import { isDay, showDay } from '#shared/dates.ts'
import { isRate, type Rates } from '../rates.ts'

export const ratePeriods = ['all', 'year', 'day'] as const
export type RatePeriod = (typeof ratePeriods)[number]

/** The input: a general rate, one per year, and lines with a day and its rate. */
export type TypedRates = { period: RatePeriod; all: string; years: Record<string, string>; days: string }

export function typedOf(rates: Rates, code: string): TypedRates {
  const own = Object.entries(rates).flatMap(([key, rate]) =>
    key.startsWith(code) ? [[key.slice(4), rate] as const] : [],
  )
  const years = own.filter(([when]) => when.length === 4)
  const days = own.filter(([when]) => when.length > 4)
  return {
    period: days.length > 0 ? 'day' : years.length > 0 ? 'year' : 'all',
    all: rates[code] ?? '',
    years: Object.fromEntries(years),
    days: days.map(([day, rate]) => `${showDay(day)} ${rate}`).join('\n'),
  }
}

/** All rates, with these as the only ones of their currency. */
export const withRates = (all: Rates, code: string, own: Rates): Rates => ({
  ...Object.fromEntries(Object.entries(all).filter(([key]) => !key.startsWith(code))),
  ...own,
})

/** The input as rates, as far as valid; `isWhole` once nothing is missing or wrong. */
export function ratesTyped(
  { period, all, years, days }: TypedRates,
  code: string,
  yearsOfFile: readonly number[],
): { rates: Rates; isWhole: boolean } {
  if (period === 'all')
    return isRate(all.trim())
      ? { rates: { [code]: all.trim() }, isWhole: true }
      : { rates: {}, isWhole: false }
  if (period === 'year') {
    const typed = Object.entries(years).map(([year, rate]) => [`${code} ${year}`, rate.trim()] as const)
    const rates = Object.fromEntries(typed.filter(([, rate]) => isRate(rate)))
    const isWhole = yearsOfFile.every((year) => rates[`${code} ${year}`] !== undefined)
    return { rates, isWhole: isWhole && Object.keys(rates).length > 0 }
  }
  const lines = days.split('\n').filter((line) => line.trim() !== '')
  const read = lines.map(dayAndRate)
  const rates = Object.fromEntries(
    read.flatMap((one) => (one ? [[`${code} ${one.day}`, one.rate] as const] : [])),
  )
  return { rates, isWhole: lines.length > 0 && read.every(Boolean) }
}

/** `31.05.2016 0.9052` or `2016-05-31;0,9052`. */
function dayAndRate(line: string): { day: string; rate: string } | undefined {
  const [, day = '', rate = ''] = /^\s*([\d.-]+)[\s;=:]+([\d.,]+)\s*$/.exec(line) ?? []
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(day)
  const iso = german ? `${german[3]}-${german[2]!.padStart(2, '0')}-${german[1]!.padStart(2, '0')}` : day
  return isDay(iso) && isRate(rate) ? { day: iso, rate } : undefined
}
