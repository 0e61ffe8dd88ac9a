import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import type { ImportOptions } from '../choices.ts'
import type { Mapping } from '../reading/mapping.ts'
import { dataRows, scanFile } from '../reading/scan.ts'
import { progress, type Stage } from './progress.ts'
import { clearStaging } from './records.ts'
import { type StagedRow, stageRow } from './staged-row.ts'

/** Signs of life while only reading are not needed more often than this, in rows. */
const readingStep = 25_000

/**
 * Reads the file into `import_rows`, batch by batch in transactions of their own: memory stays flat, progress can be
 * seen, and the work can be stopped in between. Answers how many data rows there are.
 */
export async function stageFile(
  stage: Stage,
  path: string,
  { mapping, options, today }: { mapping: Mapping; options: ImportOptions; today: Day },
): Promise<number> {
  const { db, id, signal } = stage
  await clearStaging(db, id)
  const { encoding, separator, sheet } = options
  const readOptions = { encoding, separator, sheet }
  const total = await countRows(stage, path, { ...readOptions, mapping })
  let n = 0
  for await (const batch of dataRows(path, mapping, readOptions, { signal })) {
    const rules = { mapping, evidence: total.evidence, options, today }
    await insertRows(
      db,
      id,
      batch.map((row) => stageRow(++n, row, rules)),
    )
    await progress(stage, { step: 'staging', done: n, total: total.rows })
  }
  return n
}

async function countRows(stage: Stage, path: string, options: Parameters<typeof scanFile>[1]) {
  await progress(stage, { step: 'reading', done: 0 })
  // The reader cannot wait for the database; the first refusal to go on ends it.
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
      project, amount_cents, received_on, need_cents, note, gift_hash, occurrence)
    select ${id}, n, line, refused, name_hash, recipient_hash, project_hash, organization, project, amount_cents,
      received_on, need_cents, coalesce(note, ''), gift_hash, 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      n integer, line integer, refused jsonb, name_hash uuid, recipient_hash uuid, project_hash uuid,
      organization jsonb, project jsonb, amount_cents bigint, received_on date, need_cents bigint, note text,
      gift_hash text)`.execute(db)
}
