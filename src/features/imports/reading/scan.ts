import { addEvidence, type ColumnEvidence, noEvidence } from './evidence.ts'
import type { FileFacts, ReadOptions } from './file.ts'
import { grants360Mapping } from './grants360.ts'
import { type Batch, readInWorker } from './in-worker.ts'
import { guessMapping, type Mapping } from './mapping.ts'
import { ReadError } from './errors.ts'
import type { SourceRow } from './row.ts'

/** How many rows the guess of the mapping looks at, and a preview may show. */
export const sampleRows = 200

/** What one pass over a whole file tells: all that `readRow` needs besides the row itself. */
export type Scan = {
  facts: FileFacts
  mapping: Mapping
  evidence: ColumnEvidence
  /** Data rows, without the header. */
  rows: number
  /** The first rows as they are, the header among them. */
  sample: SourceRow[]
}

/**
 * Reads a file once from end to end: guesses the mapping (unless given), hears whole columns, counts the rows. A second
 * pass (`dataRows`) then reads rows by what this one found; memory does not grow with the file in either.
 */
export async function scanFile(
  path: string,
  options: ReadOptions & { mapping?: Mapping } = {},
  { signal, onRows }: { signal?: AbortSignal; onRows?: (rows: number) => void } = {},
): Promise<Scan> {
  const { mapping: given, ...readOptions } = options
  let scan: Scan | undefined
  for await (const batch of readInWorker(path, readOptions, { signal })) {
    if (!scan) {
      const sample = batch.rows.slice(0, sampleRows)
      const mapping = given ?? (batch.facts.kind === 'grants360' ? grants360Mapping : guessMapping(sample))
      scan = { facts: batch.facts, mapping, evidence: noEvidence(), rows: 0, sample }
    }
    for (const { cells } of withoutHeader(batch, scan.mapping, scan.rows === 0)) {
      addEvidence(scan.evidence, scan.mapping, cells)
      scan.rows++
    }
    scan.facts = batch.facts
    onRows?.(scan.rows)
  }
  if (!scan) throw new ReadError('empty_file')
  return scan
}

/** The data rows of a file in batches, without its header: the second pass, after `scanFile`. */
export async function* dataRows(
  path: string,
  mapping: Mapping,
  options: ReadOptions = {},
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<SourceRow[]> {
  let first = true
  for await (const batch of readInWorker(path, options, { signal })) {
    const rows = withoutHeader(batch, mapping, first)
    first = false
    if (rows.length > 0) yield rows
  }
}

function withoutHeader({ rows }: Batch, { header }: Mapping, first: boolean): SourceRow[] {
  return first && header ? rows.slice(1) : rows
}
