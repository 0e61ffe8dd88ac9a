import { type Selectable, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { withinLimit } from '#server/db/limits.ts'
import { conflict } from '#server/base/errors.ts'
import { defineWork, queuedStates } from '#server/work/define-work.ts'
import type { DB } from '#server/db/schema.ts'
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts'
import { ledgerChecks } from '#features/ledger/server/checks/all.ts'
import { type CheckResult, type LedgerCheck, runCheck } from '#features/ledger/server/checks/check.ts'
import { raiseLedgerTask } from './task.ts'

/** Stored result of one check. */
export type Result = CheckResult & { key: string; as_of: string; duration_ms: number }
export type Run = Omit<Selectable<DB['ledger_check_runs']>, 'results'> & { results: Result[] }

/** Runs as long work of the person who requested them. */
export const checksAtWork = defineWork({
  kind: 'ledger_check',
  table: 'ledger_check_runs',
  states: queuedStates,
  owner: 'asked_by',
  askedAt: 'asked_at',
  about: sql`''`,
  done: sql`jsonb_array_length(results)`,
  total: sql`${sql.lit(ledgerChecks.length)}::integer`,
  notRunning: () => conflict('ledger_check_not_running'),
})

/** A run without an end after this time was lost with its worker. */
const lostAfterMs = 3 * 3_600_000
/** Generous limits: a check reads all rows, and nobody waits for it. */
const limit = { all: lostAfterMs, statement: 1_800_000 }

/** Stores a requested run and returns its id; undefined if one is under way. `askedBy` is null for the nightly run. */
export async function requestRun(db: Db, askedBy: number | null, now: Date): Promise<number | undefined> {
  await db
    .updateTable('ledger_check_runs')
    .set({ state: 'failed', finished_at: now })
    .where(checksAtWork.underWay)
    .where('asked_at', '<', new Date(now.getTime() - lostAfterMs))
    .execute()
  const row = await db
    .insertInto('ledger_check_runs')
    .values({ asked_by: askedBy, asked_at: now })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/**
 * Runs all checks on the reader, each in its own transaction and time limit, and stores each result at once. It skips a run
 * that ended, was stopped, or was lost and replaced. A stopped run ends after the current check.
 */
export async function runLedgerChecks(
  { db, reader, clock, signal }: { db: Db; reader: Db; clock: () => Date; signal: AbortSignal },
  id: number,
): Promise<void> {
  if (!(await begin(db, id, clock()))) return
  const results: Result[] = []
  try {
    for (const check of ledgerChecks) {
      signal.throwIfAborted()
      results.push(await timed(reader, check, clock()))
      if (!(await checksAtWork.update(db, id, { results: JSON.stringify(results) }))) return
    }
  } catch (error) {
    await checksAtWork.fail(db, id, clock())
    throw error
  }
  const broken = results.filter((result) => result.broken > 0).length
  await inTransaction(db, async (tx) => {
    const task_id = broken > 0 ? await raiseLedgerTask(tx, clock()) : null
    await checksAtWork.finish(tx, id, clock(), { broken, task_id })
  })
}

/** The last completed run and the current one. */
export async function latestRuns(
  db: Db,
): Promise<{ last: Run | undefined; current: Run | undefined; failed: boolean }> {
  const rows = (
    await sql<Run>`
    (select * from ledger_check_runs where state = 'done' order by id desc limit 1)
    union all (select * from ledger_check_runs where ${checksAtWork.underWay})
    union all (select * from ledger_check_runs where state = 'failed' order by id desc limit 1)`.execute(db)
  ).rows
  const of = (...states: string[]) => rows.find((row) => states.includes(row.state))
  const last = of('done')
  return { last, current: of('queued', 'running'), failed: (of('failed')?.id ?? 0) > (last?.id ?? 0) }
}

async function begin(db: Db, id: number, now: Date): Promise<boolean> {
  try {
    const { numUpdatedRows } = await db
      .updateTable('ledger_check_runs')
      .set({ state: 'running', started_at: now, finished_at: null, results: '[]' })
      .where('id', '=', id)
      .where('state', 'not in', ['done', 'cancelled'])
      .executeTakeFirst()
    return numUpdatedRows === 1n
  } catch (error) {
    if (violatedConstraint(error) === 'ledger_check_runs_one') return false
    throw error
  }
}

/** Stops the current run and returns its id; earlier findings stay. Throws 409 `ledger_check_not_running`. */
export async function stopRun(tx: Db, now: Date): Promise<number> {
  const [id = 0] = await checksAtWork.atWork(tx)
  await checksAtWork.stop(tx, id, now)
  return id
}

async function timed(reader: Db, check: LedgerCheck, now: Date): Promise<Result> {
  const start = performance.now()
  const found = await withinLimit(limit, () =>
    reader
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        await sql`select set_config('statement_timeout', ${String(limit.statement)}, true)`.execute(tx)
        return runCheck(tx, check)
      }),
  )
  return {
    key: check.key,
    as_of: now.toISOString(),
    duration_ms: Math.round(performance.now() - start),
    ...found,
  }
}
