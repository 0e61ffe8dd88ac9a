/** A calendar day, `YYYY-MM-DD`. Business days are Europe/Berlin. */
export type Day = string

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/

const quarterHourMs = 900_000
const lastDays = new Map<string, { quarter: number; day: Day }>()

/** The calendar day an instant falls on in a time zone. */
export function dayOf(instant: Date, timeZone = 'Europe/Berlin'): Day {
  // Nearly every call asks for the same day again; in every zone days begin at a multiple of a quarter of an hour.
  const quarter = Math.floor(instant.getTime() / quarterHourMs)
  const last = lastDays.get(timeZone)
  if (last?.quarter === quarter) return last.day
  const day = dayFormat(timeZone).format(instant)
  lastDays.set(timeZone, { quarter, day })
  return day
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

// Creating a format takes a hundred times as long as using it.
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const known = dayFormats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  dayFormats.set(timeZone, format)
  return format
}

const clocks = new Map<string, Intl.DateTimeFormat>()
const lastOffsets = new Map<string, { quarter: number; ms: number }>()

/** The local time of an instant, as if it were UTC, in milliseconds. */
export function wallClock(instant: Date, timeZone = 'Europe/Berlin'): number {
  const time = instant.getTime()
  // Nearly every call asks about the same quarter of an hour or a near one, and Intl takes a hundred times as long.
  const quarter = Math.floor(time / quarterHourMs)
  const key = `${timeZone} ${quarter & 1023}`
  const last = lastOffsets.get(key)
  if (last?.quarter === quarter) return time + last.ms
  const start = quarter * quarterHourMs
  const clock = clocks.get(timeZone) ?? clockOf(timeZone)
  const ms = Date.parse(`${clock.format(start).replace(' ', 'T')}Z`) - start
  lastOffsets.set(key, { quarter, ms })
  return time + ms
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  // Swedish formats instants as ISO does.
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  clocks.set(timeZone, clock)
  return clock
}

/** The hour (0–23) that the clocks of a time zone show at an instant. */
export function hourOf(instant: Date, timeZone: string): number {
  return new Date(wallClock(instant, timeZone)).getUTCHours()
}

/** True for a `YYYY-MM-DD` that the calendar has, years 1900 to 2199. */
export function isDay(text: string): boolean {
  const match = dayPattern.exec(text)
  if (!match) return false
  const year = Number(match[1])
  if (year < 1900 || year > 2199) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}

/** `2026-11-30` → `30.11.2026`, the only display format of days (spec §9). */
export function showDay(day: Day): string {
  const match = dayPattern.exec(day)
  return match ? `${match[3]}.${match[2]}.${match[1]}` : day
}

/** A typed `D.M.YYYY` (or `DDMMYYYY`) → `YYYY-MM-DD`; undefined when it is no calendar day. */
export function parseDay(text: string): Day | undefined {
  const match =
    /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text.trim()) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text.trim())
  if (!match) return undefined
  const day = `${match[3]}-${match[2]!.padStart(2, '0')}-${match[1]!.padStart(2, '0')}`
  return isDay(day) ? day : undefined
}

/** The day `count` days later (earlier when negative). */
export function addDays(day: Day, count: number): Day {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

/** The day `count` months later, capped at the month's last day (31 January + 1 month = 28 or 29 February). */
export function addMonths(day: Day, count: number): Day {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const first = new Date(Date.UTC(year, month - 1 + count, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date, last))
  return first.toISOString().slice(0, 10)
}

/** An instant as `30.11.2026 14:05` in the configured time zone. */
export function showInstant(instant: Date | string, timeZone = 'Europe/Berlin'): string {
  const date = new Date(instant)
  const time = new Intl.DateTimeFormat('de-DE', { timeZone, hour: '2-digit', minute: '2-digit' }).format(date)
  return `${showDay(dayOf(date, timeZone))} ${time}`
}

/** Number of days from one day to another; negative when the other is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}
