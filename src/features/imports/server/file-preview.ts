import type { ReadOptions } from '../reading/file.ts'
import { grants360Columns, grants360Mapping } from '../reading/grants360.ts'
import { readInSandbox } from '../reading/in-sandbox.ts'
import { guessMapping, type Mapping, rowsBefore } from '../columns/mapping.ts'
import { ReadError } from '#shared/reading/errors.ts'
import type { SourceRow } from '#shared/reading/row.ts'
import { sampleRows } from '../reading/scan.ts'
import type { Head } from './records.ts'
import { storable } from './staged-row.ts'

/** Number of first rows stored for the preview, and maximum length of a cell. */
const keptRows = 30
const keptText = 300

/** The beginning of a file with the guesses. Throws ReadError for unreadable files. */
export async function readHead(
  path: string,
  options: ReadOptions = {},
  { before, signal }: { before?: number | undefined; signal?: AbortSignal } = {},
): Promise<{ head: Head; mapping: Mapping }> {
  for await (const { rows, facts } of readInSandbox(path, { ...options, before: before ?? 0 }, { signal })) {
    const sample = rows.slice(0, sampleRows)
    const found = before ?? (facts.kind === 'grants360' ? 0 : rowsBefore(sample))
    // Rows above the table determined its width, so it is read again without them.
    if (before === undefined && found > 0) return readHead(path, options, { before: found, signal })
    const guess = () => ({ ...guessMapping(sample.slice(found)), ...(found > 0 && { before: found }) })
    const mapping = facts.kind === 'grants360' ? grants360Mapping : guess()
    const columns =
      facts.kind === 'grants360' ? [...grants360Columns] : namesOf(sample.slice(found), mapping.header)
    return { head: { facts, columns, rows: sample.slice(0, keptRows).map(shortened) }, mapping }
  }
  throw new ReadError('empty_file')
}

/** Header names, one per column; empty when the file has no header. */
function namesOf(rows: readonly SourceRow[], header: boolean): string[] {
  const width = Math.max(0, ...rows.map((row) => row.cells.length))
  return Array.from({ length: width }, (_, i) => (header ? short(rows[0]!.cells[i] ?? '') : ''))
}

function shortened(row: SourceRow): SourceRow {
  return { ...row, cells: row.cells.map((cell) => (typeof cell === 'number' ? cell : short(cell))) }
}

function short(cell: string | number): string {
  const text = String(storable(cell))
  return text.length > keptText ? `${text.slice(0, keptText).toWellFormed()}…` : text
}
