import type { Box, Size } from './places.ts'

/** A text in its box: its lines, their size in points, and whether all of it is inside. */
export type Fit = { lines: string[]; points: number; fits: boolean }
/** Width of a text at a size of one point. */
export type Measure = (text: string) => number

/** Line height as a multiple of the size, and the space left on both sides in points. */
export const leading = 1.2
export const inset = 2
const step = 0.5

/**
 * The largest size between `from` and `to` at which a text fits its box; `several` allows line breaks between words.
 * Text that is too long at the smallest size is still set in it and reported.
 */
export function fitText(
  text: string,
  box: Pick<Box, 'width' | 'height'>,
  { from, to }: Size,
  measure: Measure,
  several: boolean,
): Fit {
  const width = box.width - 2 * inset
  const paragraphs = several ? text.split('\n') : [text.split('\n').join(', ')]
  for (let points = to; ; points = Math.max(from, points - step)) {
    const lines = several ? paragraphs.flatMap((one) => broken(one, width / points, measure)) : paragraphs
    const tall = several && lines.length > 1 ? lines.length * leading * points : points
    const fits = tall <= box.height && lines.every((line) => measure(line) * points <= width + 0.001)
    if (fits || points <= from) return { lines, points, fits }
  }
}

/**
 * The largest size between `from` and `to` at which each character, with its accent, fits its cell of a comb; undefined
 * when there are more characters than cells.
 */
export function fitComb(
  signs: readonly string[],
  box: Pick<Box, 'width' | 'height'>,
  { from, to }: Size,
  measure: Measure,
  cells: number,
): Fit | undefined {
  if (signs.length > cells) return undefined
  const widest = Math.max(0, ...signs.map(measure))
  for (let points = to; ; points = Math.max(from, points - step)) {
    const fits = points <= box.height && widest * points <= box.width / cells + 0.001
    if (fits || points <= from) return { lines: [...signs], points, fits }
  }
}

function broken(paragraph: string, width: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(/ +/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || measure(longer) <= width) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}
