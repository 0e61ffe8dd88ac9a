import { type Catalogue, type Entry, fill, type Locale, type ParameterList, pick } from '#shared/messages.ts'
import type { TextKey, Texts } from '#shared/text-keys.ts'

const current: { texts: Catalogue } = { texts: {} }

/** Installs the product's texts; the app builder calls it, as the page does for its language. */
export function setTexts(texts: Catalogue): void {
  current.texts = texts
}

export function text<K extends TextKey>(
  locale: Locale,
  key: K,
  ...parameters: ParameterList<Texts[K][0]>
): string {
  return textOf(locale, key, parameters[0])
}

/** True when a key known only at run time has a text. */
export function hasText(key: string): boolean {
  return key in current.texts
}

/** The text of a key known only at run time (a label from a table, a validation message). */
export function textOf(
  locale: Locale,
  key: string,
  parameters: Record<string, string | number> = {},
): string {
  const entry: Entry | undefined = current.texts[key]
  return entry ? fill(pick(entry, locale), locale, parameters) : key
}
