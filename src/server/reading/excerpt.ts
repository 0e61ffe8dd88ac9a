import type { ExcerptRow } from '#shared/reading/excerpt-row.ts'
import { csvParser } from './csv-parser.ts'
import { guessSeparator } from './csv.ts'

/** Which line a file is refused at, what stands there that cannot be read, and in which file of a ZIP. */
export type ExcerptAt = { line: number; text?: string; file?: string }

/** Rows that are shown before and after the one that a file is refused at. */
const around = 2
const longestCell = 200
const mostCells = 40
/** A line of a file that is written without line breaks shows nothing. */
const longestLine = 5_000

type NumberedLine = { line: number; text: string }

/** The lines around a line, without the ones that are blank. */
async function linesAround(text: AsyncIterable<string>, at: number): Promise<NumberedLine[]> {
  const kept: NumberedLine[] = []
  let line = 1
  let rest = ''
  const take = (one: string) => {
    const isNear = Math.abs(line - at) <= around
    if (isNear && one.trim() !== '' && one.length <= longestLine) kept.push({ line, text: one })
    line++
  }
  for await (const piece of text) {
    // A break may be cut between its two signs: the last line waits for what follows.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const one of lines) take(one)
    if (line > at + around) return kept
    if (rest.length > longestLine) rest = rest.slice(0, longestLine + 1)
  }
  take(rest)
  return kept
}

/** Rows around a line as they stand. */
export async function excerptOfLines(text: AsyncIterable<string>, at: ExcerptAt): Promise<ExcerptRow[]> {
  const lines = await linesAround(text, at.line)
  return lines.some(({ line }) => line === at.line)
    ? lines.map((one) => ({
        line: one.line,
        cells: [one.text.trim().slice(0, longestCell)],
        is_refused: one.line === at.line,
        odd: null,
      }))
    : []
}

/** Rows around a line of a CSV, cut into cells, with the cell that cannot be read. */
export async function excerptOfCsv(text: AsyncIterable<string>, at: ExcerptAt): Promise<ExcerptRow[]> {
  const lines = await linesAround(text, at.line)
  if (!lines.some(({ line }) => line === at.line)) return []
  const separator = guessSeparator(lines.map((one) => one.text).join('\n'))
  return lines.map(({ line, text: written }) => {
    const cells = cellsOf(written, separator)
    const odd = line === at.line ? cells.findIndex((cell) => isOdd(cell, at.text)) : -1
    return {
      line,
      is_refused: line === at.line,
      cells: cells.slice(0, mostCells).map((cell) => cell.slice(0, longestCell)),
      odd: odd < 0 ? null : odd,
    }
  })
}

/** What cannot be read, or a sign that no letter was found for. */
const isOdd = (cell: string, text: string | undefined) =>
  text === undefined ? cell.includes('\ufffd') : cell.trim() === text.trim()

function cellsOf(line: string, separator: Parameters<typeof csvParser>[0]['separator']): string[] {
  const wide = { cell: line.length + 1, row: line.length * 2 + 1, columns: Infinity }
  try {
    const parser = csvParser({ separator, limits: wide })
    const [row] = [...parser.push(`${line}\n`), ...parser.end()]
    return row ? row.cells.map(String) : [line]
  } catch {
    // A text that ends on a later line is cut here: shown as it stands.
    return line.split(separator)
  }
}
