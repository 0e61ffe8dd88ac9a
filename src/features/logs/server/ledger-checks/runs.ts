import { type Selectable, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { withinLimit } from '#server/db/limits.ts'
import { conflict } from '#server/base/errors.ts'
import type { Followed } from '#server/work/long-work.ts'
import type { DB } from '#server/db/schema.ts'
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts'
import { ledgerChecks } from '#features/ledger/server/checks/all.ts'
import { type Found, type LedgerCheck, runCheck } from '#features/ledger/server/checks/check.ts'
import { raiseLedgerTask } from './task.ts'

/** Stored result of one check. */
export type Result = Found & { key: string; as_of: string; duration_ms: number }
/** A run as it is kept. */
export type Run = Omit<Selectable<DB['ledger_check_runs']>, 'results'> & { results: Result[] }

/** A run that has shown no end by then was lost with its worker. */
const lostAfterMs = 3 * 3_600_000
/** A check reads everything there is; nobody waits for it. */
const limit = { all: lostAfterMs, statement: 1_800_000 }

/**
 * Notes that the ledger is to be checked and returns the run's id; undefined while one is under way. `askedBy` is null
 * for the nightly run.
 */
export async function askForRun(db: Db, askedBy: number | null, now: Date): Promise<number | undefined> {
  await db
    .updateTable('ledger_check_runs')
    .set({ state: 'failed', finished_at: now })
    .where('state', 'in', ['queued', 'running'])
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
 * Runs all checks on the reader, each in its own transaction with its own limit, and stores each result as soon as it
 * is known. A run that ended, was stopped, or was lost and replaced is left alone; a stopped run ends after the current
 * check.
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
      const { numUpdatedRows } = await db
        .updateTable('ledger_check_runs')
        .set({ results: JSON.stringify(results) })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .executeTakeFirst()
      if (Number(numUpdatedRows) !== 1) return
    }
  } catch (error) {
    await end(db, id, { state: 'failed', finished_at: clock() })
    throw error
  }
  const broken = results.filter((result) => result.broken > 0).length
  await inTransaction(db, async (tx) => {
    const task_id = broken > 0 ? await raiseLedgerTask(tx, clock()) : null
    await end(tx, id, { state: 'done', finished_at: clock(), broken, task_id })
  })
}

/** The last run that came to its end, and the one under way. */
export async function latestRuns(
  db: Db,
): Promise<{ last: Run | undefined; current: Run | undefined; failed: boolean }> {
  const rows = (
    await sql<Run>`
    (select * from ledger_check_runs where state = 'done' order by id desc limit 1)
    union all (select * from ledger_check_runs where state in ('queued', 'running'))
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

type Ending = Partial<Pick<Run, 'state' | 'finished_at' | 'broken' | 'task_id'>>
async function end(db: Db, id: number, ending: Ending): Promise<void> {
  await db
    .updateTable('ledger_check_runs')
    .set(ending)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/** Stops the run under way and returns its id; what the run before it found stays. Throws 409 `ledger_check_not_running`. */
export async function stopRun(db: Db, now: Date): Promise<number> {
  const row = await db
    .updateTable('ledger_check_runs')
    .set({ state: 'cancelled', finished_at: now })
    .where('state', 'in', ['queued', 'running'])
    .returning('id')
    .executeTakeFirst()
  if (!row) throw conflict('ledger_check_not_running')
  return row.id
}

/** Runs that a person asked for, among their own long work. */
export const ledgerCheckFollowed: Followed = {
  own: ({ user, since }) => sql`
    select 'ledger_check' as kind, id, '' as about,
      case state when 'queued' then 'working' when 'running' then 'working' when 'cancelled' then 'stopped' else state end as state,
      jsonb_array_length(results) as done, ${sql.lit(ledgerChecks.length)}::integer as total,
      state in ('queued', 'running') as can_stop, asked_at
    from ledger_check_runs
    where asked_by = ${user} and (state in ('queued', 'running') or finished_at >= ${since})`,
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
