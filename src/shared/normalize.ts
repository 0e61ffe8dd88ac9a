/** Blanks of every width, and signs that show nothing and only split words. */
const blanks = /[\s\u2800\u3164\uFFA0\u115F\u1160]+/gu
/** Soft hyphen, zero-width space and no-break, word joiner, direction marks, and other signs that show nothing. */
const invisible = /[\u034F\u00AD\u061C\u180E\u200B\u200E\u200F\u2060-\u2064\uFEFF\u{E0000}-\u{E007F}]/gu
/** Joiners shape letters of some scripts and hold emoji together; anywhere else they show nothing. */
const idleJoiners =
  /(?<![\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])[\u200C\u200D]|[\u200C\u200D](?!\S)/gu

/** What a line may keep and a name is the same without: joiners, directions, variants of a sign; not what stands for a blank. */
const ofNoName = /[^\P{Default_Ignorable_Code_Point}\u115F\u1160\u3164\uFFA0]/gu

const withoutInvisible = (text: string) =>
  text.normalize('NFC').replace(invisible, '').replace(idleJoiners, '').normalize('NFC')

/** Something to see: neither blank nor ignorable. */
const hasSomethingToSee = (text: string) => /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u.test(text)

/**
 * A one-line text as it is kept (product.md §10): composed letters (NFC), runs of blanks as one, nothing that nobody sees.
 * A text of invisible signs alone is empty.
 */
export function normalizeLine(text: string): string {
  const kept = withoutInvisible(text).replace(blanks, ' ').trim()
  return hasSomethingToSee(kept) ? kept : ''
}

/** The same for a text of several lines, which keeps its line breaks and what stands in columns. */
export function normalizeParagraph(text: string): string {
  const kept = withoutInvisible(text).replace(/\r\n?/g, '\n').trim()
  return hasSomethingToSee(kept) ? kept : ''
}

/**
 * The one folding of names: what is compared (identity of imports, "type the name to delete"), looked for and made an
 * address of is folded with it first. Normalized, full-width and other shapes of a letter as the letter (NFKC), full case
 * folding (`ß` equals `ss`, as in capitals). Accents stay: Müller is not Muller; searching (the database's `fold`) and
 * addresses go on from here without them.
 */
export function foldName(name: string): string {
  // Most words that are looked for are such; for them all the rest does nothing but this.
  if (/^[a-z0-9]+(?: [a-z0-9]+)*$/i.test(name)) return name.toLowerCase()
  const plain = normalizeLine(name.normalize('NFKC').replace(ofNoName, ''))
  // A capital ß is first made small: only that one becomes two letters.
  return plain.normalize('NFD').toLowerCase().toUpperCase().toLowerCase().normalize('NFC')
}

/** A text as a person looks for it in the page: folded, and without accents, much as the database's `fold` has it. */
export const foldForSearch = (text: string): string => foldName(text).normalize('NFD').replace(/\p{M}/gu, '')

/** Whether a name that was typed is that one: what nobody sees and how it is written in capitals does not count. */
export const isSameName = (typed: string, name: string): boolean => foldName(typed) === foldName(name)
