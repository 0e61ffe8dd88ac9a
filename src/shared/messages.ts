import { visible } from './text-direction.ts'

/** The three interface languages (spec §1): English, and German with informal or formal address. */
export const locales = ['en_US', 'du_DE', 'sie_DE'] as const
export type Locale = (typeof locales)[number]
export const defaultLocale: Locale = 'en_US'

/** One text: [en, de] when both German forms are equal, [en, du, sie] when a sentence addresses people. */
export type Entry = readonly [en: string, de: string] | readonly [en: string, du: string, sie: string]
export type Catalogue = Record<string, Entry>

/** Keeps the literal texts, so that a wrong key or a missing parameter does not compile. */
export function defineMessages<const C extends Catalogue>(catalogue: C): C {
  return catalogue
}

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

export type Parameters<Text extends string> = { [Name in Placeholders<Text>]: string | number }

/** Arguments of a translate call: none when the text has no placeholder. */
export type ParameterList<Text extends string> = [Placeholders<Text>] extends [never]
  ? []
  : [parameters: Parameters<Text>]

const column: Record<Locale, 0 | 1 | 2> = { en_US: 0, du_DE: 1, sie_DE: 2 }

/** The text of an entry in one language. */
export function pick(entry: Entry, locale: Locale): string {
  return entry[column[locale]] ?? entry[1]
}

/** Language tags for `Intl` and the `lang` attribute; `du_DE` itself would silently fall back to English there. */
export const intlTag: Record<Locale, 'en-US' | 'de-DE'> = { en_US: 'en-US', du_DE: 'de-DE', sie_DE: 'de-DE' }

/**
 * Fills `{name}` placeholders. A text with plural forms writes them as `one|other`, chosen by the parameter `count`.
 */
export function fill(text: string, locale: Locale, parameters: Record<string, string | number> = {}): string {
  if (!text.includes('{') && !text.includes('|')) return text
  const chosen = text.includes('|') && 'count' in parameters ? plural(text, Number(parameters.count)) : text
  return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = parameters[name]
    if (value === undefined) return whole
    return typeof value === 'number' ? grouped(value, locale) : visible(value)
  })
}

// English and German both use the singular for exactly one.
function plural(text: string, count: number): string {
  const [one = text, other = one] = text.split('|')
  return count === 1 ? one : other
}

/**
 * A number with the language's thousands separator: `1,234` or `1.234`. Integers are written by hand because the first
 * `Intl` format of a page takes longer than drawing a dozen rows.
 */
export function grouped(value: number, locale: Locale): string {
  if (!Number.isSafeInteger(value)) return value.toLocaleString(intlTag[locale])
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, locale === 'en_US' ? ',' : '.')
}

/**
 * The best of our languages for an `Accept-Language` header (RFC 9110: by weight, then by order; weight 0 is a
 * refusal), undefined when it names none of them. German defaults to the formal address.
 */
export function localeFromHeader(header: string | undefined): Locale | undefined {
  const wanted = (header ?? '').split(',').flatMap((part) => {
    const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
    const locale = localeOfTag(tag)
    return locale && weight > 0 && weight <= 1 ? [{ locale, weight }] : []
  })
  return wanted.sort((a, b) => b.weight - a.weight)[0]?.locale
}

function localeOfTag(tag: string): Locale | undefined {
  const named = locales.find((locale) => locale.toLowerCase() === tag)
  if (named) return named
  if (/^de[-_]x[-_]du(?![a-z])/.test(tag)) return 'du_DE'
  if (/^de(?![a-z])/.test(tag)) return 'sie_DE'
  return /^en(?![a-z])/.test(tag) ? 'en_US' : undefined
}
