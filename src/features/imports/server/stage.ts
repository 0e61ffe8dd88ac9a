import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { ImportOptions } from '../choices.ts'
import type { ReadOptions } from '../reading/file.ts'
import { dataRows, type Scan, scanFile } from '../reading/scan.ts'
import { progress, type Stage } from './progress.ts'
import { clearStaging } from './records.ts'
import { type StagedRow, stageRow, type StagingRules } from './staged-row.ts'
import { underLease } from './lease.ts'

/** Minimum number of rows between two progress updates while reading. */
const readingStep = 25_000

/**
 * Reads the file into `import_rows`, one transaction per batch, so that memory stays constant, progress is visible, and
 * the work can be stopped in between. Returns the numbers of data rows and of other rows.
 */
export async function stageFile(
  stage: Stage,
  path: string,
  { mapping, options, today, names }: Pick<StagingRules, 'mapping' | 'options' | 'today' | 'names'>,
): Promise<{ rows: number } & Pick<Scan, 'leftOut' | 'signs' | 'repaired'>> {
  const { id, signal } = stage
  await underLease(stage, (tx) => clearStaging(tx, id))
  const readOptions = readOptionsOf(options)
  const total = await countRows(stage, path, { ...readOptions, mapping })
  let n = 0
  for await (const batch of dataRows(path, mapping, readOptions, { signal })) {
    const rules = { mapping, evidence: total.evidence, options, today, ...(names && { names }) }
    const staged = batch.map((row) => stageRow(++n, row, rules))
    await underLease(stage, (tx) => insertRows(tx, id, staged))
    await progress(stage, { step: 'staging', done: n, total: total.rows })
  }
  const { leftOut, signs, repaired } = total
  return { rows: n, leftOut, signs, repaired }
}

export function readOptionsOf({
  encoding,
  separator,
  sheet,
  all_sheets,
  hidden_rows,
}: ImportOptions): ReadOptions {
  return {
    ...(encoding && { encoding }),
    ...(separator && { separator }),
    ...(sheet && { sheet }),
    ...(all_sheets && { allSheets: true }),
    ...(hidden_rows && { hiddenRows: true }),
  }
}

async function countRows(stage: Stage, path: string, options: Parameters<typeof scanFile>[1]) {
  await progress(stage, { step: 'reading', done: 0 })
  // The reader cannot wait for the database; the first refusal to continue ends it.
  const stop = new AbortController()
  let said = 0
  let saying: Promise<void> = Promise.resolve()
  const onRows = (rows: number) => {
    if (rows - said < readingStep) return
    said = rows
    saying = saying
      .then(() => progress(stage, { step: 'reading', done: rows }))
      .catch((error: unknown) => stop.abort(error))
  }
  const scan = await scanFile(path, options, {
    signal: AbortSignal.any([stage.signal, stop.signal]),
    onRows,
  })
  await saying
  stop.signal.throwIfAborted()
  return scan
}

async function insertRows(db: Db, id: number, rows: StagedRow[]): Promise<void> {
  await sql`
    insert into import_rows (import_id, n, line, refused, name_hash, recipient_hash, project_hash, organization,
      project, amount_cents, received_on, need_cents, note, gift_hash, currency, source_cents,
      occurrence, reversal_hash, cells)
    select ${id}, n, line, refused, name_hash, recipient_hash, project_hash, organization, project, amount_cents,
      received_on, need_cents, coalesce(note, ''), gift_hash, currency, source_cents, 1, reversal_hash, cells
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      n integer, line integer, refused jsonb, name_hash uuid, recipient_hash uuid, project_hash uuid,
      organization jsonb, project jsonb, amount_cents bigint, received_on date, need_cents bigint, note text,
      gift_hash text, currency text, source_cents bigint, reversal_hash text, cells jsonb)`.execute(db)
}
