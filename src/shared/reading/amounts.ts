import type { Cell } from './row.ts'

export type DecimalSeparator = ',' | '.'

/** A column's evidence on its decimal separator: numbers of cells that prove comma, prove point, or are ambiguous. */
export type AmountEvidence = {
  comma: number
  point: number
  open: number
  /** Cells in scientific notation (`1.5E+06`): lengths of their digits, and whether some are padded with zeros. */
  scientific?: { shortest: number; longest: number; padded: boolean }
}

export type AmountCode =
  | 'amount_missing'
  | 'amount_invalid'
  | 'amount_ambiguous'
  | 'amount_too_precise'
  | 'amount_too_large'
  | 'amount_scientific'
  | 'currency_not_accepted'

/** Whole cents, possibly negative or zero; whether those are allowed is checked elsewhere. */
export type AmountResult = { cents: number; currency?: string } | { code: AmountCode }

export function noAmountEvidence(): AmountEvidence {
  return { comma: 0, point: 0, open: 0 }
}

/** Adds one cell to a column's evidence, in place because it runs for every row. */
export function addAmountEvidence(evidence: AmountEvidence, cell: Cell): void {
  if (typeof cell === 'number') return
  const scientific = scientificOf(cell)
  if (scientific) {
    const { length, padded } = scientific
    const before = evidence.scientific ?? { shortest: length, longest: length, padded: false }
    evidence.scientific = {
      shortest: Math.min(before.shortest, length),
      longest: Math.max(before.longest, length),
      padded: before.padded || padded,
    }
    return
  }
  const number = unwrap(cell)
  const shape = number && shapeOf(number.digits)
  if (!shape) return
  if (shape.decimal === 'open') evidence.open++
  else if (shape.decimal === ',') evidence.comma++
  else if (shape.decimal === '.') evidence.point++
}

/** The column's decimal separator, if all conclusive cells agree. */
export function decimalSeparator(evidence: AmountEvidence): DecimalSeparator | undefined {
  if (evidence.comma > 0 && evidence.point === 0) return ','
  if (evidence.point > 0 && evidence.comma === 0) return '.'
  return undefined
}

/**
 * True when the column's digits in scientific notation are complete. Programs write as many digits as exist, so lengths
 * differ; a spreadsheet cuts or pads all to one length, which loses digits.
 */
export function provesScientific({ scientific }: AmountEvidence): boolean {
  return scientific !== undefined && !scientific.padded && scientific.shortest < scientific.longest
}

/** Digits and exponent of `1.5E+06`; undefined for other notations. */
function scientificOf(cell: string) {
  const match = /^([-−+]?)(\d)(?:[.,](\d{1,17}))?[eE]([+-]?\d{1,2})$/.exec(cell.trim())
  if (!match) return undefined
  const [, sign, first, fraction = '', power] = match
  return {
    negative: sign === '-' || sign === '−',
    digits: BigInt(first! + fraction),
    /** Number of places to shift the digits to get cents. */
    shift: Number(power) - fraction.length + 2,
    length: fraction.length,
    padded: fraction.endsWith('0'),
  }
}

function centsOfScientific({
  negative,
  digits,
  shift,
}: NonNullable<ReturnType<typeof scientificOf>>): AmountResult {
  if (shift > 17) return { code: 'amount_too_large' }
  const unit = 10n ** BigInt(Math.abs(shift))
  if (shift < 0 && digits % unit !== 0n) return { code: 'amount_too_precise' }
  const cents = shift < 0 ? digits / unit : digits * unit
  if (cents > BigInt(Number.MAX_SAFE_INTEGER)) return { code: 'amount_too_large' }
  return { cents: negative && cents > 0n ? -Number(cents) : Number(cents) }
}

/**
 * Exact cents of a cell. Unambiguous notations (`1.234,56`, `1,234.56`, `12,5`, `1.234.567`) are read as they are;
 * `1.234` is decided by the column's evidence, else it is `amount_ambiguous`. Accepts `5`, `5,00 €`, `EUR 5`, `1
 * 234,56`, `1'234.56`, `(12.00)`, `-12,00`, `12,00-`, `5.000,-`; `1.5E+06` only when its own digits reach the cent
 * (`1.101633736E7`), or the column proves that none is lost (`provesScientific`).
 */
export function parseAmount(cell: Cell, decimal?: DecimalSeparator, scientific = false): AmountResult {
  if (typeof cell === 'number') return centsOfNumber(cell)
  if (cell.trim() === '') return { code: 'amount_missing' }
  const power = scientificOf(cell)
  // When a digit for the cents is present, no earlier digit was cut.
  if (power) return scientific || power.shift <= 0 ? centsOfScientific(power) : { code: 'amount_scientific' }
  const number = unwrap(cell)
  if (!number) return { code: 'amount_invalid' }
  const shape = shapeOf(number.digits)
  if (!shape) return { code: 'amount_invalid' }
  const separator = shape.decimal === 'open' ? decimal : shape.decimal
  if (!separator) return { code: 'amount_ambiguous' }
  const at = separator === 'none' ? -1 : number.digits.lastIndexOf(separator)
  const whole = number.digits.slice(0, at < 0 ? undefined : at).replace(/\D/g, '')
  const fraction = at < 0 ? '' : number.digits.slice(at + 1)
  if (/[1-9]/.test(fraction.slice(2))) return { code: 'amount_too_precise' }
  const cents = BigInt(whole + fraction.slice(0, 2).padEnd(2, '0'))
  if (cents > BigInt(Number.MAX_SAFE_INTEGER)) return { code: 'amount_too_large' }
  const signed = number.negative && cents > 0n ? -Number(cents) : Number(cents)
  return number.currency ? { cents: signed, currency: number.currency } : { cents: signed }
}

/**
 * Spreadsheet numbers are binary fractions: 361800.84 may be stored as 361800.83999999997, which still means 84 cents.
 */
function centsOfNumber(value: number): AmountResult {
  if (!Number.isFinite(value)) return { code: 'amount_invalid' }
  const cents = Math.round(value * 100)
  if (!Number.isSafeInteger(cents)) return { code: 'amount_too_large' }
  const error = Math.abs(value * 100 - cents)
  return error > 1e-4 + Math.abs(cents) * 1e-15
    ? { code: 'amount_too_precise' }
    : { cents: cents === 0 ? 0 : cents }
}

/** Maximum length of an amount cell, including white space. */
const longestCell = 200

const currencies: Record<string, string> = { '€': 'EUR', EURO: 'EUR', $: 'USD', '£': 'GBP' }
const marker = String.raw`(€|\$|£|EURO?|[A-Z]{3})`
const before = new RegExp(`^${marker}\\s*(?=[-+(\\d])|^([-−+])\\s*${marker}\\s*(?=\\d)`, 'i')
const after = new RegExp(`(?<=[\\d)\\-–—])\\s*${marker}$`, 'i')

/** Strips sign, currency and grouping other than comma or point; undefined when anything else remains. */
function unwrap(cell: string): { digits: string; negative: boolean; currency?: string } | undefined {
  // Longer texts are no amounts, and some expressions below take quadratic time for them.
  if (cell.length > longestCell) return undefined
  let text = cell.replace(/[\s\u00a0\u202f\u2009]+/g, ' ').trim()
  let currency: string | undefined
  let negative = false
  const lead = before.exec(text)
  if (lead) {
    currency = lead[1] ?? lead[3]
    text = (lead[2] ?? '') + text.slice(lead[0].length)
  }
  const trail = after.exec(text)
  if (trail) {
    if (currency) return undefined
    currency = trail[1]
    text = text.slice(0, trail.index)
  }
  const brackets = /^\(\s*(.*?)\s*\)$/.exec(text)
  if (brackets) {
    negative = true
    text = brackets[1]!
  }
  text = text.replace(/(?<=\d[,.])[-–—]{1,2}$/, '') // "5.000,-": whole euros
  const sign = /^([-−+]) ?(.*)$/.exec(text) ?? undefined
  const signAfter = sign ? undefined : /^(.*\d) ?[-−]$/.exec(text)
  if (sign || signAfter) {
    if (negative) return undefined
    negative = sign?.[1] !== '+'
    text = sign ? sign[2]! : signAfter![1]!
  }
  if (/[ '’]/.test(text)) {
    if (!/^\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d*)?$/.test(text)) return undefined
    text = text.replace(/[ '’]/g, '')
    // Grouping is already removed, so a separator with three digits behind it can only be a decimal one; see shapeOf.
    if (/^\d+[.,]\d{3}$/.test(text)) return undefined
  }
  if (!/^[\d.,]*\d[\d.,]*$/.test(text) || text.length > 40) return undefined
  const code = currency && (currencies[currency.toUpperCase()] ?? currency.toUpperCase())
  return code ? { digits: text, negative, currency: code } : { digits: text, negative }
}

/** The decimal separator proved by the number itself: comma, point, `none` (no decimals), or open (`1.234`). */
function shapeOf(digits: string): { decimal: DecimalSeparator | 'none' | 'open' } | undefined {
  const last = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'))
  if (last < 0) return { decimal: 'none' }
  const separator = digits[last] as DecimalSeparator
  const other = separator === ',' ? '.' : ','
  const whole = digits.slice(0, last)
  if (whole.includes(other)) {
    return !whole.includes(separator) && isGrouped(whole, other) ? { decimal: separator } : undefined
  }
  if (whole.includes(separator)) return isGrouped(digits, separator) ? { decimal: other } : undefined
  const fraction = digits.length - last - 1
  if (fraction === 3 && whole.length >= 1 && whole.length <= 3 && !whole.startsWith('0')) {
    return { decimal: 'open' }
  }
  return { decimal: separator }
}

function isGrouped(digits: string, separator: DecimalSeparator): boolean {
  const [first, ...groups] = digits.split(separator)
  return /^\d{1,3}$/.test(first!) && groups.every((group) => /^\d{3}$/.test(group))
}
