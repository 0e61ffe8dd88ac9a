import { sql } from 'kysely'
import { dayOf } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { retrySerialization } from '#server/db/transaction.ts'
import { notRemoved } from '#server/lists/removed-rows.ts'
import type { ImportState } from '../../work-rules.ts'
import { WorkFailed } from '../work-failed.ts'
import { atRest, ignoreStopped, type WorkPlace, workUnderLease } from '../lease.ts'
import { finishWork, longTransaction, progress, type Stage, stopIfCancelled } from '../progress.ts'
import type { ImportRecord } from '../records.ts'
import { countImported } from './counts.ts'
import { dependentsOf } from './dependents.ts'
import { undoInTransaction } from './undo-in-transaction.ts'

/**
 * Runs the requested undo of an import in one transaction, all or nothing. Ends in `undone`, or in `done` as before
 * when it was cancelled or something depends on it meanwhile. A lost worker leaves nothing behind, and the next one
 * starts over.
 */
export const undoImport = (place: WorkPlace, id: number): Promise<ImportState | undefined> =>
  workUnderLease(place, id, ['undoing'], {
    run: async (stage, record) => {
      const { db } = place
      const counts = await countImported(db, id)
      const total = counts.gifts + counts.projects + counts.organizations
      await progress(stage, { step: 'undoing', done: 0, total })
      await retrySerialization(() => longTransaction(db, (tx) => undoWithin(tx, stage, place, record)))
      return 'undone'
    },
    end: async (stage, failure) => {
      const failed = failure && JSON.stringify(failure)
      await finishWork(stage, { ...atRest, state: 'done', undo: null, failure: failed }).catch(ignoreStopped)
      return 'done'
    },
  })

async function undoWithin(
  tx: Db,
  stage: Stage,
  { now, timeZone }: WorkPlace,
  record: ImportRecord,
): Promise<void> {
  const { id } = record
  const inside = { ...stage, db: tx }
  await lockImported(tx, id)
  // Dependents added between the request and these locks.
  if ((await dependentsOf(tx, id)).length > 0) throw new WorkFailed('import_depends')
  const at = now()
  const { actor, reason } = record.undo!
  const counts = await countImported(tx, id)
  const today = dayOf(at, timeZone)
  await undoInTransaction(tx, inside, record, { context: { actor, now: at }, today, reason, counts })
  await stopIfCancelled(tx, inside)
  await finishWork(inside, { ...atRest, state: 'undone', undone_at: at })
}

/** Locks the import's records and those its gifts belong to, in the order of docs/decisions/0020. */
async function lockImported(tx: Db, id: number): Promise<void> {
  await sql`
    select from projects
    where import_id = ${id} and ${notRemoved} or id in (select project_id from fundings where import_id = ${id})
    order by id for update`.execute(tx)
  await sql`select from organizations where import_id = ${id} and ${notRemoved} order by id for update`.execute(
    tx,
  )
  await sql`select from payouts where import_id = ${id} order by id for no key update`.execute(tx)
}
