import { openFont } from '#server/formats/fonts.ts'
import { visualRuns } from '#server/formats/bidi-text.ts'
import type { Measure } from '../fit-text.ts'

let font: ReturnType<typeof openFont> | undefined
const opened = () => (font ??= openFont('regular'))
let letters: Set<number> | undefined

/** Width of a text at one point as drawn: glyph after glyph, each direction separately. */
export const measure: Measure = (text) =>
  visualRuns(text)
    .flatMap((run) => opened().layout(run).glyphs)
    .reduce((sum, glyph) => sum + glyph.advanceWidth, 0) / opened().unitsPerEm

/** Letters of a text that the font cannot draw, each once. */
export function unknownLetters(text: string): string {
  letters ??= new Set(opened().characterSet)
  const unknown = Array.from(text).filter(
    (letter) => letter !== '\n' && !letters!.has(letter.codePointAt(0)!),
  )
  return [...new Set(unknown)].join('')
}

/** The drawable text: composed, without tabs, with a question mark for letters that the font lacks. */
export function drawable(text: string): string {
  const composed = text.normalize('NFC').replace(/[^\S\n]+/g, ' ')
  const unknown = unknownLetters(composed)
  return unknown === ''
    ? composed
    : Array.from(composed, (one) => (unknown.includes(one) ? '?' : one)).join('')
}
