import { originalOf } from '../repair.ts'

export function kindOfSign(sign: string): 'quote' | 'dash' | 'other' | 'turns' | 'unknown' {
  if (sign > '\u009F') return 'turns'
  const meant = originalOf(sign)
  if (!meant) return 'unknown'
  if ('‚„‘’“”‹›'.includes(meant)) return 'quote'
  return '–—'.includes(meant) ? 'dash' : 'other'
}

/** A character's code in hexadecimal: `84`, `202E`. */
export const codeOf = (sign: string) => sign.codePointAt(0)!.toString(16).toUpperCase()

/** Splits a text into readable parts and single invisible characters. */
export function piecesOf(text: string): { text: string; isSign: boolean }[] {
  return text
    .split(/([\u0080-\u009F\u202A-\u202E\u2066-\u2069])/)
    .map((piece, i) => ({ text: piece, isSign: i % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
