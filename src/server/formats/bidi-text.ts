import type { PDFFont, PDFPage } from '#server/formats/pdf-lib.js'
import bidiFactory from 'bidi-js/dist/bidi.mjs'

const bidi = bidiFactory()
/** Hebrew, Arabic, Syriac, Thaana, N'Ko, their presentation forms, and direction marks. */
const runsLeft =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const letter = /\p{L}/u

/** True when at least one letter runs from right to left. */
export const hasRightToLeft = (text: string): boolean => runsLeft.test(text)

/**
 * Splits a line into runs drawn from left to right, by the Unicode bidirectional algorithm. A run has one direction;
 * its letters stay in reading order, because the font's shaping reverses them itself.
 */
export function visualRuns(line: string): string[] {
  if (!hasRightToLeft(line)) return [line]
  const embedding = bidi.getEmbeddingLevels(line, 'auto')
  const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels)
  const { levels } = embedding
  const startOf: number[] = []
  for (const [at, level] of levels.entries()) startOf.push(level === levels[at - 1] ? startOf[at - 1]! : at)
  const starts = new Set(bidi.getReorderedIndices(line, embedding).map((at) => startOf[at]!))
  return Array.from(starts, (start) => {
    let text = ''
    for (let at = start; startOf[at] === start; at++) text += mirrored.get(at) ?? line[at]
    // Shaping reverses a run by its script; a run of punctuation has none and is reversed here.
    return levels[start]! % 2 === 1 && !letter.test(text) ? Array.from(text).toReversed().join('') : text
  })
}

/** The characters of a line from left to right, each accent with its letter. */
export function visualSigns(line: string): string[] {
  const signs = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)
  return visualRuns(line).flatMap((run) => (hasRightToLeft(run) ? signs(run).toReversed() : signs(run)))
}
const segmenter = new Intl.Segmenter('de')

/** Width of a line in points, as `drawLine` draws it. */
export const lineWidth = (font: PDFFont, line: string, size: number): number =>
  visualRuns(line).reduce((sum, run) => sum + font.widthOfTextAtSize(run, size), 0)

/** Draws a line on a page with the correct direction of each run. */
export function drawLine(page: PDFPage, line: string, { x, font, size, ...style }: DrawnLine): void {
  let along = x
  for (const run of visualRuns(line)) {
    page.drawText(run, { x: along, font, size, ...style })
    along += font.widthOfTextAtSize(run, size)
  }
}
type DrawnLine = Pick<NonNullable<Parameters<PDFPage['drawText']>[1]>, 'color'> & {
  x: number
  y: number
  size: number
  font: PDFFont
}
