import type { Separator } from '#shared/reading/encodings.ts'
import { csvLimits, csvParser, type CsvLimits } from './csv-parser.ts'
import { ReadError } from '#shared/reading/errors.ts'
import type { SourceRow } from '#shared/reading/row.ts'

export type CsvOptions = { separator?: Separator; limits?: CsvLimits; before?: number; quotes?: boolean }
export type CsvRows = { separator: Separator; rows: AsyncGenerator<SourceRow> }

const sampleChars = 64 * 1024

/**
 * Reads CSV or TSV text row by row. The separator is guessed from the first 64k characters unless given; a first line
 * `sep=;` (Excel's hint) sets it and is no row. Throws `ReadError` with the line when the text cannot be parsed.
 */
export async function readCsv(text: AsyncIterable<string>, options: CsvOptions = {}): Promise<CsvRows> {
  const iterator = text[Symbol.asyncIterator]()
  let sample = ''
  while (sample.length < sampleChars) {
    const next = await iterator.next()
    if (next.done) break
    sample += next.value
  }
  const hint = /^sep=([,;\t])(?:\r\n|\n|\r)/i.exec(sample)
  const separator = options.separator ?? (hint?.[1] as Separator | undefined) ?? guessSeparator(sample)
  const parser = csvParser({
    separator,
    line: hint ? 2 : 1,
    limits: options.limits ?? csvLimits,
    before: options.before ?? 0,
    quotes: options.quotes ?? true,
  })
  async function* rows() {
    let some = false
    try {
      for (const row of parser.push(hint ? sample.slice(hint[0].length) : sample)) {
        some = true
        yield row
      }
      sample = ''
      for (;;) {
        const next = await iterator.next()
        if (next.done) break
        for (const row of parser.push(next.value)) {
          some = true
          yield row
        }
      }
      for (const row of parser.end()) {
        some = true
        yield row
      }
      if (!some) throw new ReadError('empty_file')
    } finally {
      await iterator.return?.()
    }
  }
  return { separator, rows: rows() }
}

/**
 * The separator that yields the most uniform rows: each candidate really parses the sample, so quotes are respected.
 * With a decimal comma, a semicolon file splits evenly at commas too, but not its header, or with fewer columns.
 */
export function guessSeparator(sample: string): Separator {
  let best: { separator: Separator; score: number } = { separator: ',', score: 0 }
  for (const separator of ['\t', ';', ','] satisfies Separator[]) {
    const score = scoreOf(sample, separator)
    if (score > best.score) best = { separator, score }
  }
  return best.separator
}

function scoreOf(sample: string, separator: Separator): number {
  const wide = { cell: sample.length + 1, row: sample.length * 2 + 1, columns: Infinity }
  const parser = csvParser({ separator, limits: wide })
  let rows: SourceRow[]
  try {
    rows = parser.push(sample)
    // A complete small file may lack a final line break; otherwise a truncated last row is dropped.
    if (rows.length === 0) rows = parser.end()
  } catch {
    return 0 // this candidate cannot parse the sample
  }
  const widths = new Map<number, number>()
  for (const row of rows) widths.set(row.cells.length, (widths.get(row.cells.length) ?? 0) + 1)
  const [width, count] = [...widths].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [1, 0])
  if (width < 2) return 0
  const alike = count / rows.length
  const headerFits = rows[0]!.cells.length === width ? 1 : 0.5
  return alike * alike * headerFits * Math.log2(width + 1)
}
