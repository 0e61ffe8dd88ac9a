import { type Day, isDay, showDay } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { eurosInWords } from '#shared/amount-words.ts'
import type { Format, OwnFormat } from './places.ts'
import type { TokenValue } from './tokens.ts'

const months = {
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
}

/** Days as documents write them: 23.11.2026, 23. November 2026, Nov 23, 2026, November 23, 2026. */
export function writtenDay(day: Day, language: 'de' | 'en', length: 'short' | 'long'): string {
  if (!isDay(day)) throw new RangeError(`no day: ${day}`)
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  if (language === 'de') return length === 'short' ? showDay(day) : `${date}. ${months.de[month - 1]} ${year}`
  const name = months.en[month - 1]!
  return `${length === 'short' ? name.slice(0, 3) : name} ${date}, ${year}`
}

// Intl separates figures and sign with spaces that some PDF readers do not recognize as such.
const inFigures = (cents: number, locale: 'sie_DE' | 'en_US') =>
  formatEuro(cents, locale).replace(/[\u00a0\u202f]/g, ' ')

/**
 * The formatted value: a text, or whether its box is checked. A missing value becomes empty text. Days and numeric
 * amounts follow the form's own format in `own`.
 */
export function formatValue(
  value: TokenValue | null | undefined,
  format: Format,
  own?: OwnFormat,
): string | boolean {
  if (format === 'checked_yes') return value === true
  if (format === 'checked_no') return value === false
  if (value === null || value === undefined || value === '' || format === 'image') return ''
  if (own && 'day' in own && format.startsWith('day_'))
    return dayInPattern(textIn(value), own.day, format.includes('_en') ? 'en' : 'de')
  if (own && 'decimals' in own && format.startsWith('eur_')) return amountAs(centsIn(value), own)
  switch (format) {
    case 'day_de':
      return writtenDay(textIn(value), 'de', 'short')
    case 'day_de_long':
      return writtenDay(textIn(value), 'de', 'long')
    case 'day_en':
      return writtenDay(textIn(value), 'en', 'short')
    case 'day_en_long':
      return writtenDay(textIn(value), 'en', 'long')
    case 'eur_de':
      return inFigures(centsIn(value), 'sie_DE')
    case 'eur_en':
      return inFigures(centsIn(value), 'en_US')
    case 'words_de':
      return eurosInWords(centsIn(value), 'de')
    case 'words_en':
      return eurosInWords(centsIn(value), 'en')
    default:
      return textIn(value)
  }
}

/** Formats a day by a pattern of `d`, `m` and `y`; other characters stay. */
function dayInPattern(day: Day, pattern: string, language: 'de' | 'en'): string {
  if (!isDay(day)) throw new RangeError(`no day: ${day}`)
  const [year = '', month = '', date = ''] = day.split('-')
  const name = months[language][Number(month) - 1]!
  const parts: Record<string, string> = {
    d: String(Number(date)),
    dd: date,
    m: String(Number(month)),
    mm: month,
    mmm: name.slice(0, 3),
    mmmm: name,
    yy: year.slice(2),
    yyyy: year,
  }
  return pattern.replace(/d{1,2}|m{1,4}|yyyy|yy/g, (part) => parts[part]!)
}

/** Formats cents like the form's numbers; a form without decimals still gets them when there are cents. */
function amountAs(cents: number, own: Extract<OwnFormat, { decimals: number }>): string {
  const decimals = cents % 100 === 0 ? own.decimals : Math.max(2, own.decimals)
  const whole = String(Math.trunc(Math.abs(cents) / 100)).replace(/\B(?=(?:\d{3})+$)/g, own.group)
  const rest = String(Math.abs(cents) % 100)
    .padStart(2, '0')
    .padEnd(decimals, '0')
    .slice(0, decimals)
  const figures = `${cents < 0 ? '-' : ''}${whole}${decimals > 0 ? own.decimal + rest : ''}`
  return own.currency_first ? own.currency + figures : figures + own.currency
}

function textIn(value: TokenValue): string {
  if (typeof value !== 'string') throw new TypeError('a text is expected')
  return value
}

function centsIn(value: TokenValue): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new TypeError('cents are expected')
  return value
}
