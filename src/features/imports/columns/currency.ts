import { columnsOf, type Values } from '../shape.ts'
import type { ImportField } from './fields.ts'

type Columns = { columns: Partial<Record<ImportField, number>>; values?: Values }
/** The currency of a field's amounts, if not EUR. */
type Currencies = Partial<Record<'amount' | 'applied_amount', string>>

const signs: Record<string, string> = {
  '€': 'EUR',
  $: 'USD',
  '£': 'GBP',
  zł: 'PLN',
  Fr: 'CHF',
  SFr: 'CHF',
  Kč: 'CZK',
}
/** Codes searched for in names; codes that are also words (`ALL`, `TOP`) are excluded. */
export const currencyCodes =
  'EUR CHF USD GBP SEK NOK DKK PLN CZK HUF RON BGN ISK TRY UAH CAD AUD JPY CNY'.split(' ')
const words: Record<string, string> = {
  euro: 'EUR',
  euros: 'EUR',
  franken: 'CHF',
  francs: 'CHF',
  dollar: 'USD',
  dollars: 'USD',
  pfund: 'GBP',
}

/** The currency in a column's name: `FoerderbeitragCHF`, `amount_usd`, `Betrag (£)`; undefined for none. */
export function currencyInName(name: string): string | undefined {
  const sign = /[€$£]|zł|\bS?Fr\b|Kč/u.exec(name)
  if (sign) return signs[sign[0]]
  // Splits `FoerderbeitragCHF` and `amount_usd` into two words, and `Betrag in Euro` into three.
  const parts = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/[^\p{L}]+/u)
  for (const part of parts) {
    const code = words[part.toLowerCase()] ?? part.toUpperCase()
    if (currencyCodes.includes(code)) return code
  }
  return undefined
}

export function currencyNamed(
  { columns, values }: Columns,
  field: 'amount' | 'applied_amount',
  names: readonly string[],
): string | undefined {
  const plain = columns[field]
  const made = values?.[field]
  const read = made ? columnsOf(made) : plain === undefined ? [] : [plain]
  return read.map((column) => currencyInName(names[column] ?? '')).find(Boolean)
}

/** Currencies other than EUR in the names of amount columns. */
export function currenciesOf(mapping: Columns, names: readonly string[]): { currencies?: Currencies } {
  const found = (['amount', 'applied_amount'] as const).flatMap((field) => {
    const code = currencyNamed(mapping, field, names)
    return code && code !== 'EUR' ? [[field, code] as const] : []
  })
  return found.length > 0 ? { currencies: Object.fromEntries(found) } : {}
}
