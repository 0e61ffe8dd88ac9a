import { isSkipped, isSumWord, type LeftOut, leftOutKinds } from '../shape.ts'
import { addEvidence, cellAt, type ColumnEvidence, noEvidence } from '../columns/evidence.ts'
import type { FileFacts, ReadOptions } from './file.ts'
import { grants360Mapping } from './grants360.ts'
import { type Batch, readInSandbox } from './in-sandbox.ts'
import { guessMapping, type Mapping } from '../columns/mapping.ts'
import { ReadError } from '#shared/reading/errors.ts'
import { repairer, signsIn } from '../repair.ts'
import type { Cell, SourceRow } from '#shared/reading/row.ts'

export const sampleRows = 200

/** The result of one pass over a file: everything `readRow` needs besides the row itself. */
export type Scan = {
  facts: FileFacts
  mapping: Mapping
  evidence: ColumnEvidence
  rows: number
  leftOut: LeftOut
  signs: Record<string, number>
  repaired: number
  sample: SourceRow[]
}

/**
 * Reads a file once: guesses the mapping (unless given), gathers evidence from whole columns, counts the rows. A second
 * pass (`dataRows`) reads rows with these results. Neither pass needs memory proportional to the file.
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

/** The data rows of a batch; others are counted. */
function dataIn({ rows }: Batch, mapping: Mapping, first: boolean, leftOut = noneLeftOut()): SourceRow[] {
  const mend = repairer(mapping.repairs ?? [])
  return (first ? belowHeader(rows, mapping) : rows).map(mend).filter((row) => {
    const why = leftOutReason(mapping, row)
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

export function belowHeader<R>(
  rows: readonly R[],
  { before = 0, header }: Pick<Mapping, 'before' | 'header'>,
): R[] {
  return rows.slice(before + (header ? 1 : 0))
}

const noneLeftOut = (): LeftOut => Object.fromEntries(leftOutKinds.map((kind) => [kind, 0])) as LeftOut

/** Why a row is no data. A total has a word like "Summe" in place of an organization, or without one. */
export function leftOutReason(mapping: Mapping, { cells }: SourceRow): keyof LeftOut | undefined {
  if (cells.every((cell) => typeof cell === 'string' && cell.trim() === '')) return 'blank'
  if (isSkipped(mapping.skip ?? [], cells)) return 'skipped'
  if (mapping.keepSums || String(cellAt(mapping, cells, 'amount')).trim() === '') return undefined
  const organization = cellAt(mapping, cells, 'organization_title')
  const isNamed = String(organization).trim() !== '' && !isSumWord(organization)
  return !isNamed && cells.some(isSumWord) ? 'sums' : undefined
}
