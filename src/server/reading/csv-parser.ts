import type { Separator } from '#shared/reading/encodings.ts'
import { ReadError } from '#shared/reading/errors.ts'
import type { RowProblem, SourceRow } from '#shared/reading/row.ts'

/** Limits for hostile files, in characters (UTF-16 units) and columns. */
export type CsvLimits = { cell: number; row: number; columns: number }
export const csvLimits: CsvLimits = { cell: 200_000, row: 1_000_000, columns: 1_000 }

type Options = {
  separator: Separator
  line?: number
  limits?: CsvLimits
  /** Number of rows above the table, of any width. */
  before?: number
  /** False when quotes are ordinary characters. */
  quotes?: boolean
}
type State = 'start' | 'plain' | 'quoted' | 'quote' | 'comment'

const quote = 34
const lf = 10
const cr = 13
const hash = 35

/**
 * A push parser: takes text in pieces of any size and returns each complete row. It keeps one row in memory, never the
 * file. Lines starting with `#` are comments until the first row; blank lines are skipped; the first row after those
 * `before` sets the width.
 */
export function csvParser({
  separator,
  line: firstLine = 1,
  limits = csvLimits,
  before = 0,
  quotes = true,
}: Options) {
  const comma = separator.charCodeAt(0)
  let state: State = 'start'
  let line = firstLine
  let rowLine = firstLine
  let quoteLine = firstLine
  let afterCr = false
  let width = -1
  let above = before
  let piece = ''
  let cells: string[] = []
  let rowChars = 0
  let stray = false
  let wasQuoted = false
  let rows: SourceRow[] = []

  function take(text: string) {
    if (text.length === 0) return
    piece += text
    rowChars += text.length
    if (piece.length > limits.cell) {
      // An unclosed quote swallows the rest of the file, so it is the likelier cause and the better message.
      throw state === 'quoted'
        ? new ReadError('unterminated_quote', quoteLine)
        : new ReadError('cell_too_long', rowLine)
    }
    if (rowChars > limits.row) throw new ReadError('row_too_long', rowLine)
  }

  function endCell() {
    if (cells.length >= limits.columns) throw new ReadError('too_many_columns', rowLine)
    cells.push(detach(unguarded(piece)))
    piece = ''
    state = 'start'
  }

  function endRow(nextLine: number) {
    const blank = cells.length === 0 && piece === '' && !wasQuoted
    if (!blank) {
      endCell()
      if (above > 0) above--
      else if (width < 0) width = cells.length
      const problem = width < 0 ? undefined : problemOf(cells, width, stray)
      if (problem === undefined && width >= 0 && cells.length > width) cells.length = width
      rows.push(problem ? { line: rowLine, cells, problem } : { line: rowLine, cells })
    }
    cells = []
    rowChars = 0
    stray = false
    wasQuoted = false
    state = 'start'
    rowLine = nextLine
  }

  function push(chunk: string): SourceRow[] {
    let from = 0
    for (let i = 0; i < chunk.length; i++) {
      const code = chunk.charCodeAt(i)
      const followsCr = afterCr
      afterCr = code === cr
      const lineEnd = code === lf || code === cr
      // CR LF is one line end: its LF neither counts nor ends a row (inside quotes it stays in the cell).
      if (lineEnd && !(code === lf && followsCr)) line++
      if (state === 'quoted') {
        if (code === quote) {
          take(chunk.slice(from, i))
          state = 'quote'
        }
        continue
      }
      if (code === lf && followsCr && state === 'start' && cells.length === 0) {
        from = i + 1
        rowLine = line
        continue
      }
      if (state === 'comment') {
        if (!lineEnd) continue
        state = 'start'
        rowLine = line
        from = i + 1
      } else if (state === 'quote' && code === quote) {
        state = 'quoted'
        from = i
      } else if (code === comma || lineEnd) {
        if (state === 'plain') take(chunk.slice(from, i))
        from = i + 1
        if (lineEnd) endRow(line)
        else endCell()
      } else if (state === 'start') {
        from = i
        state = 'plain'
        if (code === quote && quotes) {
          state = 'quoted'
          wasQuoted = true
          quoteLine = line
          from = i + 1
        } else if (code === hash && width < 0 && cells.length === 0) state = 'comment'
      } else if (state === 'quote') {
        stray = true
        state = 'plain'
        from = i
      }
    }
    if (state === 'plain' || state === 'quoted') take(chunk.slice(from))
    const done = rows
    rows = []
    return done
  }

  function end(): SourceRow[] {
    if (state === 'quoted') throw new ReadError('unterminated_quote', quoteLine)
    if (state !== 'comment') endRow(line)
    const done = rows
    rows = []
    return done
  }

  return { push, end }
}

/**
 * Empty cells beyond the width are cut, because nothing is lost; any other deviation from the first row is reported.
 */
function problemOf(cells: string[], width: number, stray: boolean): RowProblem | undefined {
  if (stray) return 'stray_quote'
  if (cells.length < width) return 'too_few_cells'
  if (cells.length > width && cells.slice(width).some((cell) => cell !== '')) return 'too_many_cells'
  return undefined
}

/**
 * Copies a cell out of its chunk: V8 keeps a slice's whole parent alive, so a few remembered names would hold the file
 * in memory.
 */
function detach(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1)
}

/** Removes the apostrophe that protects text from being read as a formula (our own exports write it). */
function unguarded(text: string): string {
  return text.charCodeAt(0) === 39 && /^'+(?:[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u.test(text)
    ? text.slice(1)
    : text
}
