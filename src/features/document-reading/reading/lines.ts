import type { Place } from '../findings.ts'

/** A run of text on a page; its place is in fractions of the page from the top left. */
export type Run = { text: string } & Place
/** A page with its text runs; a landscape page has its displayed size. */
export type ReadPage = { width: number; height: number; runs: Run[] }

/** A line of text with the position of each character; distant columns are separated by a tab. */
export type Line = { text: string; signs: (Place | undefined)[]; place: Place }

/** Lines of a page from top to bottom; runs at the same height form one line, from left to right. */
export function linesOf({ width, height, runs }: ReadPage): Line[] {
  const rows: Run[][] = []
  const bottom = (run: Run) => run.y + run.height
  for (const run of runs.filter(({ text }) => text.trim() !== '').toSorted((a, b) => bottom(a) - bottom(b))) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row && first && Math.abs(bottom(first) - bottom(run)) < 0.4 * Math.min(first.height, run.height))
      row.push(run)
    else rows.push([run])
  }
  return rows.map((row) =>
    lineOf(
      row.toSorted((a, b) => a.x - b.x),
      width / height,
    ),
  )
}

/** Gaps wider than this many text heights separate columns or words. */
const columnGap = 1.5
const wordGap = 0.15

function lineOf(runs: Run[], ratio: number): Line {
  let text = ''
  const signs: (Place | undefined)[] = []
  let end: number | undefined
  const add = (sign: string, place: Place | undefined) => {
    text += sign
    for (let at = 0; at < sign.length; at++) signs.push(place)
  }
  for (const run of runs) {
    const gap = end === undefined ? 0 : ((run.x - end) * ratio) / run.height
    if (gap > columnGap) add('\t', undefined)
    else if (gap > wordGap && !text.endsWith(' ')) add(' ', undefined)
    const each = run.width / run.text.length
    for (const [at, sign] of Array.from(run.text).entries())
      add(sign, { x: run.x + at * each, y: run.y, width: each, height: run.height })
    end = run.x + run.width
  }
  return { text, signs, place: around(runs) }
}

/** The place of a part of a line. */
export function placeOf({ signs }: Line, start: number, end: number): Place {
  return around(signs.slice(start, end).filter((sign) => sign !== undefined))
}

function around(places: readonly Place[]): Place {
  const x = Math.min(...places.map((place) => place.x))
  const y = Math.min(...places.map((place) => place.y))
  const right = Math.max(...places.map((place) => place.x + place.width))
  const bottom = Math.max(...places.map((place) => place.y + place.height))
  return { x, y, width: right - x, height: bottom - y }
}
