import { isDay, parseDay, showDay } from '#shared/dates.ts'
import { type FilterShape, readRange, relativeDay, writeRange } from '#shared/lists/filter-shapes.ts'
import { negations } from '#shared/lists/list-declaration.ts'
import type { Locale } from '#shared/messages.ts'
import { parseAmount, formatAmountInput } from '#shared/money.ts'
import type { Filters } from '#shared/lists/list-state.ts'

/** The same filters with other values of one; without values the filter is removed with its "is not". */
export function withValues(filters: Filters, name: string, values: readonly string[]): Filters {
  const { [name]: _before, [negations]: negated = [], ...others } = filters
  const not = values.length > 0 ? negated : negated.filter((one) => one !== name)
  return {
    ...others,
    ...(values.length > 0 && { [name]: values }),
    ...(not.length > 0 && { [negations]: not }),
  }
}

/** The same filters with one of them set to "is" or "is not". */
export function withNegation(filters: Filters, name: string, isNot: boolean): Filters {
  const { [negations]: negated = [], ...others } = filters
  const rest = negated.filter((one) => one !== name)
  const not = isNot ? [...rest, name] : rest
  return { ...others, ...(not.length > 0 && { [negations]: not }) }
}

/** A typed bound in its wire format; '' when open, undefined when invalid. */
export function boundOf(
  shape: FilterShape,
  typed: string,
  { locale, today }: { locale: Locale; today: string },
): string | undefined {
  const text = typed.trim()
  if (text === '') return ''
  if (shape === 'cents') {
    const cents = parseAmount(text, locale)
    return cents === undefined ? undefined : String(cents)
  }
  if (shape === 'number') return /^\d{1,12}$/.test(text) ? String(parseInt(text, 10)) : undefined
  if (shape === 'percent') return /^\d{1,6}\s*%?$/.test(text) ? String(parseInt(text, 10)) : undefined
  if (text.toLowerCase() === today.toLowerCase() || text.toLowerCase() === 'today') return 'today'
  const day = parseDay(text)
  if (day) return day
  return /^[+−-]?\d{1,4}$/.test(text) ? signed(text.replace('−', '-')) : undefined
}

const signed = (text: string) => (/^\d/.test(text) ? `+${text}` : text)

/** A wire bound as the field shows it. */
export function typedBound(
  shape: FilterShape,
  bound: string | undefined,
  { locale, today }: { locale: Locale; today: string },
): string {
  if (bound === undefined) return ''
  if (shape === 'cents') return formatAmountInput(Number(bound), locale)
  if (shape === 'percent' || shape === 'number') return bound
  if (isDay(bound)) return showDay(bound)
  const meant = relativeDay(bound)
  return meant && 'offset' in meant && meant.offset === 0 ? today : signed(bound)
}

/** A range with one end replaced. */
export function withBound(
  written: string | undefined,
  end: 'from' | 'to',
  bound: string,
): string | undefined {
  const range = { ...readRange(written ?? '') }
  delete range[end]
  return writeRange({ ...range, ...(bound && { [end]: bound }) })
}
