import { addDays, type Day } from '#shared/dates.ts'

/** Fixed closing days of TARGET, the interbank payment system; Easter is computed. */
const closedEveryYear = ['01-01', '05-01', '12-25', '12-26']

/** True for a day on which banks transfer money: no weekend, no TARGET holiday. */
export function isBankDay(day: Day): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  if (weekday === 0 || weekday === 6) return false
  if (closedEveryYear.includes(day.slice(5))) return false
  const easter = easterSunday(Number(day.slice(0, 4)))
  return day !== addDays(easter, -2) && day !== addDays(easter, 1)
}

/** The day itself if it is a bank day, otherwise the next one. */
export function nextBankDay(day: Day): Day {
  let next = day
  while (!isBankDay(next)) next = addDays(next, 1)
  return next
}

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
export function easterSunday(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${year}-${pad(Math.floor(n / 31))}-${pad((n % 31) + 1)}`
}
