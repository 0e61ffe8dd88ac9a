/** Blanks of every width, and invisible characters that only separate words. */
const blanks = /[\s\u2800\u3164\uFFA0\u115F\u1160]+/gu
/** Soft hyphen, zero-width space and no-break, word joiner, direction marks, and other invisible characters. */
const invisible = /[\u034F\u00AD\u061C\u180E\u200B\u200E\u200F\u2060-\u2064\uFEFF\u{E0000}-\u{E007F}]/gu
/** Joiners shape letters of some scripts and hold emoji together; elsewhere they are invisible. */
const idleJoiners =
  /(?<![\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])[\u200C\u200D]|[\u200C\u200D](?!\S)/gu

/**
 * Characters that a line may keep and a name ignores: joiners, direction marks, variation selectors; not those that act
 * as a blank.
 */
const ofNoName = /[^\P{Default_Ignorable_Code_Point}\u115F\u1160\u3164\uFFA0]/gu

const withoutInvisible = (text: string) =>
  text.normalize('NFC').replace(invisible, '').replace(idleJoiners, '').normalize('NFC')

/** True when a text has a visible character: neither blank nor ignorable. */
const hasSomethingToSee = (text: string) => /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u.test(text)

/**
 * The stored form of a one-line text (product.md §10): composed letters (NFC), single blanks, no invisible characters.
 * A text of invisible characters only becomes empty.
 */
export function normalizeLine(text: string): string {
  const kept = withoutInvisible(text).replace(blanks, ' ').trim()
  return hasSomethingToSee(kept) ? kept : ''
}

/** The same for a text of several lines, which keeps its line breaks and column alignment. */
export function normalizeParagraph(text: string): string {
  const kept = withoutInvisible(text).replace(/\r\n?/g, '\n').trim()
  return hasSomethingToSee(kept) ? kept : ''
}

/**
 * The single folding of names, applied before comparing (identity of imports, "type the name to delete"), searching and
 * building addresses. Normalized, with compatibility forms of letters replaced (NFKC) and full case folding (`ß` equals
 * `ss`, as in capitals). Accents stay: Müller is not Muller; searching (the database's `fold`) and addresses remove
 * them afterwards.
 */
export function foldName(name: string): string {
  // Fast path for most search words; for them the general path has the same result.
  if (/^[a-z0-9]+(?: [a-z0-9]+)*$/i.test(name)) return name.toLowerCase()
  const plain = normalizeLine(name.normalize('NFKC').replace(ofNoName, ''))
  // A capital ß is lower-cased first, because only the small one becomes two letters.
  return plain.normalize('NFD').toLowerCase().toUpperCase().toLowerCase().normalize('NFC')
}

/** A text folded for searching in the page: without case and accents, much like the database's `fold`. */
export const foldForSearch = (text: string): string => foldName(text).normalize('NFD').replace(/\p{M}/gu, '')

/** Whether a typed name matches: invisible characters and case do not count. */
export const isSameName = (typed: string, name: string): boolean => foldName(typed) === foldName(name)
