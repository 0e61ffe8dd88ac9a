import type { ExcerptRow } from '#shared/reading/excerpt-row.ts'
import { csvParser } from './csv-parser.ts'
import { guessSeparator } from './csv.ts'

/** The line a file is refused at, its unreadable text, and its file in a ZIP. */
export type ExcerptAt = { line: number; text?: string; file?: string }

/** Rows shown before and after the refused one. */
const around = 2
const longestCell = 200
const mostCells = 40
/** Longer lines come from a file without line breaks and are not shown. */
const longestLine = 5_000

type NumberedLine = { line: number; text: string }

/** The lines around a line, without blank ones. */
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
    // A chunk may end within CR LF, so the last line waits for the next chunk.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const one of lines) take(one)
    if (line > at + around) return kept
    if (rest.length > longestLine) rest = rest.slice(0, longestLine + 1)
  }
  take(rest)
  return kept
}

/** Unchanged rows around a line. */
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

/** Rows of a CSV around a line, cut into cells, with the unreadable cell. */
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

/** Contains the unreadable text, or an undecodable character. */
const isOdd = (cell: string, text: string | undefined) =>
  text === undefined ? cell.includes('\ufffd') : cell.trim() === text.trim()

function cellsOf(line: string, separator: Parameters<typeof csvParser>[0]['separator']): string[] {
  const wide = { cell: line.length + 1, row: line.length * 2 + 1, columns: Infinity }
  try {
    const parser = csvParser({ separator, limits: wide })
    const [row] = [...parser.push(`${line}\n`), ...parser.end()]
    return row ? row.cells.map(String) : [line]
  } catch {
    // A text that continues on a later line ends here and is shown as it is.
    return line.split(separator)
  }
}
