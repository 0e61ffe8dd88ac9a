import { addDays, type Day, isDay } from '../dates.ts'

/** The format of filter values that are not from a list: a range, a postcode prefix, a person. */
export type FilterShape = 'cents' | 'number' | 'percent' | 'days' | 'postcode' | 'person'

/** An absolute day, or one relative to the business day: `-14` was two weeks ago, 0 is today. */
export type RelativeDay = { day: Day } | { offset: number }

/** From and to, both inclusive; either may be open. */
export type Range<Bound> = { from?: Bound; to?: Bound }

const between = '..'
/** Person values: the caller, and rows without a person. */
export const me = 'me'
export const nobody = 'nobody'
/** Day value: rows without a day. */
export const noDay = 'none'

/** `100000..500000`, `..500000`, `100000..`: whole numbers; undefined for an invalid range. */
export function numberRange(text: string): Range<number> | undefined {
  return rangeOf(text, (bound) => (/^\d{1,13}$/.test(bound) ? Number(bound) : undefined))
}

/** `today..+30`, `..-14`, `2026-01-01..2026-03-31`; undefined for an invalid range. */
export function dayRange(text: string): Range<RelativeDay> | undefined {
  return rangeOf(text, relativeDay)
}

/** `today`, `+30`, `-14` or a calendar day; a plus decoded as a blank counts as plus. */
export function relativeDay(text: string): RelativeDay | undefined {
  if (text === 'today') return { offset: 0 }
  if (/^[+ -]?\d{1,4}$/.test(text)) return { offset: Number(text.replace(/^[+ ]/, '')) }
  return isDay(text) ? { day: text } : undefined
}

/** The calendar day of a relative day. */
export function resolveRelativeDay(bound: RelativeDay, today: Day): Day {
  return 'day' in bound ? bound.day : addDays(today, bound.offset)
}

/** A range in its wire format; undefined when both ends are open. */
export function writeRange({ from, to }: Range<string>): string | undefined {
  return from || to ? `${from ?? ''}${between}${to ?? ''}` : undefined
}

/** Both ends of a range, as texts. */
export function readRange(text: string): Range<string> {
  const at = text.indexOf(between)
  if (at === -1) return {}
  const [from, to] = [text.slice(0, at), text.slice(at + between.length)]
  return { ...(from && { from }), ...(to && { to }) }
}

function rangeOf<Bound>(
  text: string,
  boundOf: (text: string) => Bound | undefined,
): Range<Bound> | undefined {
  if (!text.includes(between)) return undefined
  const range: Range<Bound> = {}
  const written = readRange(text)
  if (written.from === undefined && written.to === undefined) return undefined
  for (const end of ['from', 'to'] as const) {
    if (written[end] === undefined) continue
    const bound = boundOf(written[end])
    if (bound === undefined) return undefined
    range[end] = bound
  }
  return range
}

/** Whether a text is a value of this shape. */
export function hasShape(shape: FilterShape, text: string): boolean {
  if (shape === 'postcode') return /^[\dA-Za-z][\dA-Za-z -]{0,9}$/.test(text)
  if (shape === 'person') return text === me || text === nobody || /^[1-9]\d{0,14}$/.test(text)
  if (shape === 'days') return text === noDay || dayRange(text) !== undefined
  return numberRange(text) !== undefined
}

/** Splits a value with a number, `ends_within:30`, into its two parts; undefined for any other. */
export function numberedValue(value: string): [name: string, count: number] | undefined {
  const match = /^(\w+):(\d{1,4})$/.exec(value)
  return match ? [match[1]!, Number(match[2])] : undefined
}
