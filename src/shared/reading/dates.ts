import { dayOf } from '../dates.ts'
import type { Cell } from './row.ts'

/** Numbers of cells that prove day-first or month-first in dates written with `/` or `-`. */
export type DateEvidence = {
  dayFirst: number
  monthFirst: number
  /** Cells that count days (spreadsheets) or seconds or milliseconds since 1970, and filled cells that do not. */
  counted?: Record<Count, number> & { other: number }
}
type Count = 'serial' | 'seconds' | 'millis'

export type DateCode = 'date_missing' | 'date_invalid' | 'date_ambiguous'

/** A calendar day `YYYY-MM-DD`, or only a year when the cell has no more. */
export type DateResult = { day: string; year: number } | { year: number } | { code: DateCode }

export function noDateEvidence(): DateEvidence {
  return { dayFirst: 0, monthFirst: 0 }
}

const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})$/
const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})$/
const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const time =
  /[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[AaPp][Mm])?(?: ?(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?$/

/** Longer texts are no dates. */
const longestCell = 200

/** Adds one cell to a column's evidence, in place because it runs for every row. */
export function addDateEvidence(evidence: DateEvidence, cell: Cell): void {
  const text = dayPart(String(cell))
  if (text === '') return
  const counted = (evidence.counted ??= { serial: 0, seconds: 0, millis: 0, other: 0 })
  counted[countOf(text) ?? 'other']++
  if (typeof cell === 'number') return
  const match = slashed.exec(text)
  if (!match) return
  const [first, second] = [Number(match[1]), Number(match[2])]
  if (first > 12 && second >= 1 && second <= 12) evidence.dayFirst++
  if (second > 12 && first >= 1 && first <= 12) evidence.monthFirst++
}

/**
 * The day of a cell. Dots mean day first. An instant with a zone is its day in Berlin; a time without a zone is cut
 * off, so that the written day stays. `01/29/2024` is read only in a column where some value proves the order and none
 * contradicts it.
 */
export function parseDate(cell: Cell, evidence: DateEvidence): DateResult {
  const written = writtenDay(cell, evidence)
  const instant = 'day' in written && zoned.exec(String(cell).trim())
  return instant ? berlinDay(written.day, instant) : written
}

const zoned =
  /[T ](\d{1,2}):(\d{2})(?::(\d{2}(?:[.,]\d+)?))?(?: ?([AaPp])[Mm])? ?(?:(Z|UTC|GMT)|([+-])(\d{2})(?::?(\d{2}))?)$/

/** The day of an instant in Berlin; the written day is that of its own zone. */
function berlinDay(written: string, instant: RegExpExecArray): DateResult {
  const [, hours, minutes, seconds = '0', half, , sign, zoneHours = '0', zoneMinutes = '0'] = instant
  const afternoon = half === undefined ? 0 : half.toLowerCase() === 'p' ? 12 : 0
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + afternoon
  const offset = (sign === '-' ? -1 : 1) * (Number(zoneHours) * 60 + Number(zoneMinutes))
  const wall = Date.parse(`${written}T00:00:00Z`) + (hour * 60 + Number(minutes)) * 60_000
  const time = wall + Math.floor(Number(seconds.replace(',', '.'))) * 1_000 - offset * 60_000
  if (hour > 24 || Number(minutes) > 59 || Math.abs(offset) > 18 * 60) return { code: 'date_invalid' }
  const day = dayOf(new Date(time))
  return { day, year: Number(day.slice(0, 4)) }
}

function writtenDay(cell: Cell, evidence: DateEvidence): DateResult {
  const text = dayPart(String(cell))
  if (text === '') return { code: 'date_missing' }
  const count = countOf(text)
  if (count && isProved(count, evidence)) return countedDay(Number(text), count)
  if (typeof cell === 'number') return plainYear(text)
  const iso = yearFirst.exec(text)
  if (iso) return calendarDay(Number(iso[1]), Number(iso[3]), Number(iso[4]))
  const german = dotted.exec(text)
  if (german) return calendarDay(fullYear(german[3]!), Number(german[2]), Number(german[1]))
  const other = slashed.exec(text)
  if (!other) return plainYear(text)
  const [first, second, year] = [Number(other[1]), Number(other[2]), fullYear(other[3]!)]
  const order = evidence.dayFirst > 0 ? 1 : 0
  if (order + (evidence.monthFirst > 0 ? 1 : 0) !== 1) return { code: 'date_ambiguous' }
  return order === 1 ? calendarDay(year, second, first) : calendarDay(year, first, second)
}

/** The count that a number may be: 20000 to 60000 are spreadsheet days from 1954 to 2064. */
function countOf(text: string): Count | undefined {
  if (!/^\d+(\.\d+)?$/.test(text)) return undefined
  const number = Number(text)
  if (number >= 20_000 && number <= 60_000) return 'serial'
  if (/^\d{9,10}$/.test(text)) return 'seconds'
  return /^\d{12,13}$/.test(text) ? 'millis' : undefined
}

/** A column proves a count when every filled cell has it, and more than one does. */
function isProved(count: Count, { counted }: DateEvidence): boolean {
  if (!counted || counted[count] < 2) return false
  return counted.serial + counted.seconds + counted.millis + counted.other === counted[count]
}

const perUnit = { serial: 86_400_000, seconds: 1_000, millis: 1 }

/**
 * The day of a count. Spreadsheets count days from 31 December 1899; seconds and milliseconds are instants, in Berlin.
 */
function countedDay(number: number, count: Count): DateResult {
  const at = Math.floor(number) * perUnit[count]
  const day =
    count === 'serial'
      ? new Date(Date.UTC(1899, 11, 30) + at).toISOString().slice(0, 10)
      : dayOf(new Date(at))
  return { day, year: Number(day.slice(0, 4)) }
}

function dayPart(cell: string): string {
  const text = cell.trim()
  return text.length > longestCell ? text : text.replace(time, '')
}

function plainYear(text: string): DateResult {
  return /^\d{4}$/.test(text) ? { year: Number(text) } : { code: 'date_invalid' }
}

/** Two digits: 70 to 99 belong to the last century (the POSIX rule). */
function fullYear(text: string): number {
  const year = Number(text)
  return text.length === 4 ? year : year >= 70 ? 1900 + year : 2000 + year
}

function calendarDay(year: number, month: number, day: number): DateResult {
  const date = new Date(Date.UTC(year, month - 1, day))
  date.setUTCFullYear(year) // Date.UTC reads the years 0 to 99 as 19xx
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) {
    return { code: 'date_invalid' }
  }
  return { day: date.toISOString().slice(0, 10), year }
}
