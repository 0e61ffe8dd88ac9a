import { isSkipped, isSumWord, type LeftOut, leftOutKinds } from '../shape.ts'
import { addEvidence, cellAt, type ColumnEvidence, noEvidence } from '../columns/evidence.ts'
import type { FileFacts, ReadOptions } from './file.ts'
import { grants360Mapping } from './grants360.ts'
import { type Batch, readInSandbox } from './in-sandbox.ts'
import { guessMapping, type Mapping } from '../columns/mapping.ts'
import { ReadError } from '#shared/reading/errors.ts'
import { repairer, signsIn } from '../repair.ts'
import type { Cell, SourceRow } from '#shared/reading/row.ts'

/** How many rows the guess of the mapping looks at, and a preview may show. */
export const sampleRows = 200

/** What one pass over a whole file tells: all that `readRow` needs besides the row itself. */
export type Scan = {
  facts: FileFacts
  mapping: Mapping
  evidence: ColumnEvidence
  /** Data rows: without the header, and without those left out. */
  rows: number
  leftOut: LeftOut
  /** Signs nobody sees, and how often each stands in the file. */
  signs: Record<string, number>
  /** Rows that a person's repairs change. */
  repaired: number
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
  const before = given?.before ?? 0
  let scan: Scan | undefined
  let first = true
  for await (const batch of readInSandbox(path, { ...readOptions, before }, { signal })) {
    if (!scan) {
      const sample = batch.rows.slice(0, sampleRows)
      const mapping = given ?? (batch.facts.kind === 'grants360' ? grants360Mapping : guessMapping(sample))
      scan = {
        facts: batch.facts,
        mapping,
        evidence: noEvidence(),
        rows: 0,
        leftOut: noneLeftOut(),
        signs: {},
        repaired: 0,
        sample,
      }
    }
    for (const { cells, mended } of dataIn(batch, scan.mapping, first, scan.leftOut)) {
      addEvidence(scan.evidence, scan.mapping, cells)
      countSigns(scan.signs, cells)
      if (mended) scan.repaired++
      scan.rows++
    }
    first = false
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
  for await (const batch of readInSandbox(path, { ...options, before: mapping.before ?? 0 }, { signal })) {
    const rows = dataIn(batch, mapping, first)
    first = false
    if (rows.length > 0) yield rows
  }
}

/** The data of a batch; what is left out is counted. */
function dataIn({ rows }: Batch, mapping: Mapping, first: boolean, leftOut = noneLeftOut()): SourceRow[] {
  const mend = repairer(mapping.repairs ?? [])
  return (first ? belowHeader(rows, mapping) : rows).map(mend).filter((row) => {
    const why = leftOutAs(mapping, row)
    if (why) leftOut[why]++
    return why === undefined
  })
}

function countSigns(signs: Scan['signs'], cells: readonly Cell[]): void {
  for (const cell of cells) {
    if (typeof cell === 'number') continue
    for (const sign of signsIn(cell)) signs[sign] = (signs[sign] ?? 0) + 1
  }
}

/** The rows of a file's beginning below its header and what stands above it. */
export function belowHeader<R>(
  rows: readonly R[],
  { before = 0, header }: Pick<Mapping, 'before' | 'header'>,
): R[] {
  return rows.slice(before + (header ? 1 : 0))
}

const noneLeftOut = (): LeftOut => Object.fromEntries(leftOutKinds.map((kind) => [kind, 0])) as LeftOut

/** Why a row is no data; a sum has its word instead of an organization, or beside none. */
export function leftOutAs(mapping: Mapping, { cells }: SourceRow): keyof LeftOut | undefined {
  if (cells.every((cell) => typeof cell === 'string' && cell.trim() === '')) return 'blank'
  if (isSkipped(mapping.skip ?? [], cells)) return 'skipped'
  if (mapping.keepSums || String(cellAt(mapping, cells, 'amount')).trim() === '') return undefined
  const organization = cellAt(mapping, cells, 'organization_title')
  const isNamed = String(organization).trim() !== '' && !isSumWord(organization)
  return !isNamed && cells.some(isSumWord) ? 'sums' : undefined
}
