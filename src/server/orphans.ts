import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type Chore, enqueue, type Job } from '#server/jobs.ts'
import { queueName } from '#server/queue.ts'
import { inTransaction } from '#server/transaction.ts'

/** A kind of long work that a job does, known by the id in the job's payload. */
export type LongWork = {
  job: Pick<Job<{ id: number }>, 'name' | 'payload'>
  /** Ids of the work that waits for its job or is in its hands, by what its own rows say. */
  atWork: (db: Db, now: Date) => Promise<number[]>
  /** Ends work that lost its worker too often, and says why in the words of its kind. */
  giveUp: (tx: Db, id: number, now: Date) => Promise<void>
}

/** How often lost work is asked for again within a day, each time with all retries of its job. */
export const mostTakeovers = 3

/**
 * Takes up long work that has no job any more: its worker was killed, and the retries of the job ran out before anybody
 * could go on. The work is asked for again, a few times; then it ends and says so. Any number of processes may look.
 */
export function takeUpOrphans(kinds: readonly LongWork[]): Chore {
  return {
    name: 'take up lost work',
    everyMs: 5_000,
    run: async ({ database, clock }) => {
      for (const kind of kinds) await takeUp(database.db, kind, clock())
      return false
    },
  }
}

async function takeUp(db: Db, { job, atWork, giveUp }: LongWork, now: Date): Promise<void> {
  const ids = await atWork(db, now)
  if (ids.length === 0) return
  const { rows: made } = await sql<{ made: boolean }>`
    select to_regclass('pgboss.job') is not null as made`.execute(db)
  // Before the first worker has made the queue nothing can be lost.
  if (!made[0]!.made) return
  await inTransaction(db, async (tx) => {
    // One process at a time, so that nothing is asked for twice.
    await sql`select pg_advisory_xact_lock(hashtext('orphans'), hashtext(${job.name}))`.execute(tx)
    const orphans = await withoutJob(tx, job.name, await atWork(tx, now))
    for (const id of orphans) {
      const { rows } = await sql<{ times: number }>`
        insert into work_takeovers as known (job, work_id, times, at) values (${job.name}, ${id}, 1, ${now})
        on conflict (job, work_id) do update set at = ${now},
          times = case when known.at < ${new Date(now.getTime() - 86_400_000)} then 1 else known.times + 1 end
        returning times`.execute(tx)
      if (rows[0]!.times > mostTakeovers) await giveUp(tx, id, now)
      else await enqueue(tx, job, { id })
    }
  })
}

/** Those ids for which no job waits, runs or will be tried again. */
async function withoutJob(tx: Db, name: string, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${[...ids]}::bigint[]) as work (id)
    where not exists (select from job_requests
        where job = ${name} and sent_at is null and (payload ->> 'id')::bigint = work.id)
      and not exists (select from pgboss.job queued
        where queued.name = ${sql.lit(queueName)} and queued.state in ('created', 'retry', 'active')
          and queued.data ->> 'job' = ${name} and (queued.data -> 'payload' ->> 'id')::bigint = work.id)
    order by id`.execute(tx)
  return rows.map(({ id }) => id)
}
