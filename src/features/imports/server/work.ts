import { sql } from 'kysely'
import { type Day, dayOf } from '#shared/dates.ts'
import { findActiveUser } from '#server/auth/session.ts'
import type { Db } from '#server/db/db.ts'
import { retrySerialization } from '#server/db/transaction.ts'
import { getPlatformFeatures } from '#features/platform-features/server/queries.ts'
import { canRun, type Expected, type ImportCounts, type ImportState, whyNotBooked } from '../work-rules.ts'
import { applyImport } from './apply.ts'
import { storeCells } from './closed-records.ts'
import { countImport } from './counts.ts'
import { WorkFailed } from './work-failed.ts'
import { reserveIds } from './ids.ts'
import { matchRows } from './match.ts'
import { missingRight, moneyOfThisYear } from './money-rights.ts'
import { atRest, ignoreStopped, type WorkPlace, workUnderLease } from './lease.ts'
import { finishWork, longTransaction, progress, type Stage, stopIfCancelled } from './progress.ts'
import { clearStaging, type ImportRecord } from './records.ts'
import { toConfirm } from './questions.ts'
import { sameNames, wasDecidedSince } from './same-names.ts'
import { chooseSlugs } from './slugs.ts'
import { stageFile } from './stage.ts'

type FilePlace = WorkPlace & { path: string }

/**
 * Does the work for an import's state: `checking` reads, stages, matches and counts; `running` then applies, in one
 * transaction. Ends in `checked`, `done`, `failed` or `cancelled`; reading errors and refused rows do not throw.
 * Nothing is changed unless it ends in `done`.
 */
export const workOnImport = (place: FilePlace, id: number): Promise<ImportState | undefined> =>
  workUnderLease(place, id, ['checking', 'running'], {
    run: (stage, record) => doWork(place, stage, record),
    end: async (stage, failure) => {
      const state = failure ? 'failed' : 'cancelled'
      // The staged rows are deleted with the change of state: after a lost lease they belong to the next worker.
      await longTransaction(stage.db, async (tx) => {
        const columns = {
          ...ended(state, place.now()),
          staged_at: null,
          failure: failure && JSON.stringify(failure),
        }
        await finishWork({ ...stage, db: tx }, columns)
        if (failure?.code === 'rows_refused') await deleteAccepted(tx, stage.id)
        else await clearStaging(tx, stage.id)
      }).catch(ignoreStopped)
      return state
    },
  })

async function doWork(place: FilePlace, stage: Stage, record: ImportRecord): Promise<ImportState> {
  const { db, id } = stage
  const today = dayOf(place.now(), place.timeZone)
  if (record.state === 'running' && record.mapping.unsure) throw new WorkFailed('question_open')
  const names = await sameNames(db)
  const { rows, leftOut, signs, repaired } =
    record.state === 'running' && (await isStaged(db, record))
      ? { ...record.counts!, leftOut: record.counts!.left_out }
      : await stageFile(stage, place.path, { ...record, today, names })
  if (rows === 0) throw new WorkFailed('no_rows')
  const ids = record.state === 'running' ? await reserveIds(db, rows) : undefined
  const { reversals, rates } = record.options
  await matchRows(stage, rows, { ids, today, names, ...(reversals && { reversalsAt: rates }) })
  await storeCells(stage, place.path, record)
  const counts = {
    ...(await countImport(db, id)),
    ...(leftOut && { left_out: leftOut }),
    ...(signs && { signs }),
    ...(repaired && { repaired }),
  }
  await finishWork(stage, {
    counts: JSON.stringify(counts),
    staged_at: place.now(),
    ...(record.state === 'checking' ? ended('checked', place.now()) : {}),
  })
  if (record.state === 'checking') return 'checked'
  if (!canRun('checked', counts, record.options.partial)) throw new WorkFailed('rows_refused')
  if (toConfirm({ ...record, counts }).length > 0) throw new WorkFailed('unconfirmed')
  await refuseUnconfirmed(db, id, counts, record.expected)
  await refuseWithoutRight(db, record, counts, today)
  // Somebody may take a slug between its choice and its use.
  await retrySerialization(async () => {
    await chooseSlugs(stage, 'organizations')
    await chooseSlugs(stage, 'projects')
    await progress(stage, { step: 'applying', done: 0 })
    const apply = async (tx: Db) => {
      const inside = { ...stage, db: tx }
      const context = { actor: { id: record.actor_id, name: record.actor_name }, now: place.now() }
      await applyImport(tx, inside, record, { context, today, counts })
      await stopIfCancelled(tx, inside)
      // Part of the commit, so that a killed worker leaves no personal data behind.
      await deleteAccepted(tx, id)
      await finishWork(inside, ended('done', place.now()))
    }
    await longTransaction(db, apply)
  })
  return 'done'
}

/** The amount was not confirmed, or something changed since; the import must be reviewed again. */
async function refuseUnconfirmed(
  db: Db,
  id: number,
  counts: ImportCounts,
  expected: Expected | null,
): Promise<void> {
  await refuseClosedMonths(db, id)
  const why = whyNotBooked(counts, expected, (await getPlatformFeatures(db)).import_confirm_cents)
  if (why) throw new WorkFailed(why)
}

/**
 * Checks the current rights of the person who confirmed, since they may have been withdrawn. The command line needs
 * none.
 */
async function refuseWithoutRight(
  db: Db,
  { actor_id }: ImportRecord,
  counts: ImportCounts,
  today: Day,
): Promise<void> {
  if (actor_id === null) return
  const { new_cents, taken_cents } = moneyOfThisYear(counts, today)
  if (new_cents + taken_cents === 0) return
  const user = await findActiveUser(db, actor_id)
  if (!user || missingRight(user, counts, today)) throw new WorkFailed('money_right')
}

/** Refuses closed months; the database rejects them as well. */
async function refuseClosedMonths(db: Db, id: number): Promise<void> {
  const { rows } = await sql`
    select from closed_months closed join import_rows row
      on row.received_on >= closed.month and row.received_on < (closed.month + interval '1 month')::date
    where row.import_id = ${id} and row.gift_hash is not null and not row.known limit 1`.execute(db)
  if (rows.length > 0) throw new WorkFailed('month_closed')
}

/** Staging tables are unlogged: after a database crash they are empty, whatever `staged_at` says. */
async function isStaged(db: Db, { id, counts, staged_at }: ImportRecord): Promise<boolean> {
  // Decisions on names affect the staged matches.
  if (!staged_at || (await wasDecidedSince(db, staged_at))) return false
  const { n } = await db
    .selectFrom('import_rows')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('import_id', '=', id)
    .executeTakeFirstOrThrow()
  return counts !== null && n === counts.rows
}

const ended = (state: ImportState, at: Date) => ({ ...atRest, state, finished_at: at })

/** Refused rows stay for their download; booked ones need no copy. */
async function deleteAccepted(db: Db, id: number): Promise<void> {
  for (const table of ['import_recipients', 'import_organizations', 'import_projects'] as const)
    await db.deleteFrom(table).where('import_id', '=', id).execute()
  await db.deleteFrom('import_rows').where('import_id', '=', id).where('refused', 'is', null).execute()
}
