import { sql } from 'kysely'
import { dayOf } from '#shared/dates.ts'
import { everyCompany } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import { isDatabaseAway } from '#server/db/away.ts'
import { randomToken } from '#server/base/tokens.ts'
import { retrySerialization } from '#server/db/transaction.ts'
import { notRemoved } from '#server/lists/removed-rows.ts'
import type { FailureCode, ImportState } from '../../work-rules.ts'
import { WorkFailed } from '../failed.ts'
import { ImportStopped, longTransaction, progress, type Stage, stopIfAsked } from '../progress.ts'
import { findImport, type ImportRecord } from '../records.ts'
import { claimWork, finishWork, stageUnderLease, type WorkPlace } from '../work.ts'
import { countImported } from './counts.ts'
import { dependentsOf } from './dependents.ts'
import { takeBack } from './take-back.ts'

/**
 * Runs the requested undo of an import in one transaction, all or nothing. Ends in `undone`, or in `done` as before
 * when it was cancelled or something depends on it meanwhile. A lost worker leaves nothing behind, and the next one
 * starts over.
 */
export async function undoImport(
  place: Omit<WorkPlace, 'path'>,
  id: number,
): Promise<ImportState | undefined> {
  const token = randomToken()
  const record = await claimWork(place, id, token, ['undoing'])
  if (!record) return (await findImport(place.db, id, everyCompany))?.state as ImportState | undefined
  const { stage, stop } = stageUnderLease(place, id, token)
  try {
    const { db } = place
    const counts = await countImported(db, id)
    const total = counts.gifts + counts.projects + counts.organizations
    await progress(stage, { step: 'undoing', done: 0, total })
    await retrySerialization(() => longTransaction(db, (tx) => undoWithin(tx, stage, place, record)))
    return 'undone'
  } catch (error) {
    return await end(place, stage, error)
  } finally {
    await stop()
  }
}

async function undoWithin(
  tx: Db,
  stage: Stage,
  { now, timeZone }: Omit<WorkPlace, 'path'>,
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
  await takeBack(tx, inside, record, { context: { actor, now: at }, today, reason, counts })
  await stopIfAsked(tx, inside)
  await finishWork(inside, { ...ended('undone'), undone_at: at })
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

const ended = (state: 'done' | 'undone') => ({
  state,
  step: null,
  lease_token: null,
  lease_until: null,
  failure: null,
  cancel_requested: false,
})

async function end(place: Pick<WorkPlace, 'signal' | 'whenStopped'>, stage: Stage, error: unknown) {
  if (isDatabaseAway(error)) throw error // nothing can be written; the lease expires
  const stopped = place.signal.aborted
  if (stopped && place.whenStopped === 'give_back') {
    await finishWork(stage, { lease_token: null, lease_until: null }).catch(ignoreStopped)
    throw error
  }
  const cancelled = stopped || error instanceof ImportStopped
  const code: FailureCode | undefined = cancelled
    ? undefined
    : error instanceof WorkFailed
      ? error.code
      : 'unexpected'
  await finishWork(stage, {
    ...ended('done'),
    undo: null,
    failure: code ? JSON.stringify({ code }) : null,
  }).catch(ignoreStopped)
  if (code === 'unexpected') throw error
  return 'done' as const
}

// The worker that took it over writes the result.
function ignoreStopped(error: unknown): void {
  if (!(error instanceof ImportStopped)) throw error
}
