import { type RawBuilder, sql } from 'kysely'
import { type Day, dayOf } from '#shared/dates.ts'
import type { Db } from '../db/db.ts'
import type { Files } from '../files/files.ts'
import { isDatabaseAway } from '../db/connection-errors.ts'
import { type AnyJob, type Chore, enqueue, type Job } from './jobs.ts'
import { queueName } from './queue.ts'
import type { Services } from '../services.ts'
import { inTransaction } from '../db/transaction.ts'
import type { WorkKind, WorkState } from '#shared/work.ts'

/** A kind of long work done by a job, identified by the id in the payload. */
export type LongWork = {
  job: Pick<Job<{ id: number }>, 'name' | 'payload'>
  /** Ids of the work that waits for its job or is being done, according to its own rows. */
  atWork: (db: Db, now: Date) => Promise<number[]>
  /**
   * Fails work that lost its worker too often and records the reason in its own terms. Work that ended meanwhile is
   * left unchanged. Files may be removed at once: when the transaction fails, it is repeated.
   */
  giveUp: (tx: Db, id: number, why: GiveUpContext) => Promise<void>
} & Partial<FollowedWork>

/** How a person follows their own work; declared with `defineWork`. */
export type FollowedWork = {
  kind: WorkKind
  table: string
  /** What each of its states means to them. */
  states: Readonly<Record<string, WorkState | null>>
  /** Selects the columns of `OwnWork`: a person's work since a given moment. */
  own: (asking: { user: number; since: Date }) => RawBuilder<unknown>
}

/** A piece of long work as its owner sees it (`GET /api/v4/work/`). */
export type OwnWork = {
  kind: WorkKind
  id: number
  about: string
  state: WorkState
  done: number
  total: number | null
  can_stop: boolean
  asked_at: Date
}

/** The reason for giving up: its job was lost too often, or the server died during the work. */
export type GiveUpContext = {
  now: Date
  /** The business day of `now` in the configured time zone. */
  today: Day
  /** Base URL for links in mails. */
  baseUrl: string
  files: Files
  code: 'interrupted' | 'server_stopped'
}

/** How often lost work is enqueued again within a day, each time with all retries of its job. */
export const mostTakeovers = 3

/** How often the server may die during one piece of work within a day. */
export const mostDeaths = 3

/**
 * Recovers long work without a job: its worker was killed, and the job's retries ran out before another worker could
 * continue. The work is enqueued again a few times; then it fails with a message. Any number of processes may run this.
 */
export function recoverLostWork(kinds: readonly LongWork[]): Chore {
  return {
    name: 'recover lost work',
    everyMs: 5_000,
    run: async (services) => {
      for (const kind of kinds) await recoverKind(services, kind)
      return false
    },
  }
}

/**
 * Wraps a job: counts how often the server died during its work, and gives the work up instead of killing the next one.
 * A run that ends by itself, with or without an error, or is aborted does not count.
 */
export function limitDeaths(job: AnyJob, kinds: readonly LongWork[]): AnyJob {
  const kind = kinds.find((known) => known.job.name === job.name)
  if (!kind) return job
  return {
    ...job,
    async run(context, payload: { id: number }) {
      const { db, now, today, services, signal } = context
      const { id } = payload
      const open = await begin(db, job.name, id, now)
      // Work under a renewed lease has a living worker.
      if (open > mostDeaths && (await kind.atWork(db, now)).includes(id)) {
        await inTransaction(db, async (tx) => {
          await kind.giveUp(tx, id, { ...givingUp(services), now, today, code: 'server_stopped' })
          await forget(tx, job.name, id)
        })
        return
      }
      let ending: Promise<void> | undefined
      const end = () => (ending ??= endRun(db, job.name, id))
      // The process may be gone before the run notices the abort.
      signal.addEventListener('abort', () => void end().catch(() => {}), { once: true })
      try {
        await job.run(context, payload)
      } finally {
        await end()
      }
    },
  }
}

/** Ids without a job that waits, runs or will be retried. */
export async function withoutJob(db: Db, name: string, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const isQueued = sql`exists (select from pgboss.job queued
    where queued.name = ${sql.lit(queueName)} and queued.state in ('created', 'retry', 'active')
      and queued.data ->> 'job' = ${name} and (queued.data -> 'payload' ->> 'id')::bigint = work.id)`
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${[...ids]}::bigint[]) as work (id)
    where not exists (select from job_requests
        where job = ${name} and sent_at is null and (payload ->> 'id')::bigint = work.id)
      and not ${(await hasQueue(db)) ? isQueued : sql`false`}
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

const givingUp = ({ files, config }: Services) => ({ files, baseUrl: config.baseUrl })

/** Records the start of a run; returns how many started and did not end within a day, including this one. */
async function begin(db: Db, job: string, id: number, now: Date): Promise<number> {
  const { rows } = await sql<{ runs: number }>`
    insert into work_takeovers as known (job, work_id, times, runs, at) values (${job}, ${id}, 0, 1, ${now})
    on conflict (job, work_id) do update set at = ${now},
      times = case when known.at < ${dayBefore(now)} then 0 else known.times end,
      runs = case when known.at < ${dayBefore(now)} then 1 else known.runs + 1 end
    returning runs`.execute(db)
  return rows[0]!.runs
}

async function endRun(db: Db, job: string, id: number): Promise<void> {
  try {
    await sql`
      update work_takeovers set runs = runs - 1 where job = ${job} and work_id = ${id} and runs > 0`.execute(
      db,
    )
    await sql`
      delete from work_takeovers where job = ${job} and work_id = ${id} and runs = 0 and times = 0`.execute(
      db,
    )
  } catch (error) {
    // Must not hide the error of the run itself.
    if (!isDatabaseAway(error)) throw error
  }
}

const dayBefore = (now: Date) => new Date(now.getTime() - 86_400_000)

const forget = (tx: Db, job: string, id: number) =>
  sql`delete from work_takeovers where job = ${job} and work_id = ${id}`.execute(tx)

async function recoverKind(services: Services, { job, atWork, giveUp }: LongWork): Promise<void> {
  const { db } = services.database
  const now = services.clock()
  const today = dayOf(now, services.config.timeZone)
  const ids = await atWork(db, now)
  if (ids.length === 0) return
  // Before the first worker has created the queue, nothing can be lost.
  if (!(await hasQueue(db))) return
  await inTransaction(db, async (tx) => {
    // One process at a time, so that nothing is enqueued twice.
    await sql`select pg_advisory_xact_lock(hashtext('orphans'), hashtext(${job.name}))`.execute(tx)
    const orphans = await withoutJob(tx, job.name, await atWork(tx, now))
    for (const id of orphans) {
      const { rows } = await sql<{ times: number }>`
        insert into work_takeovers as known (job, work_id, times, at) values (${job.name}, ${id}, 1, ${now})
        on conflict (job, work_id) do update set at = ${now},
          times = case when known.at < ${dayBefore(now)} then 1 else known.times + 1 end,
          runs = case when known.at < ${dayBefore(now)} then 0 else known.runs end
        returning times`.execute(tx)
      if (rows[0]!.times > mostTakeovers) {
        await giveUp(tx, id, { ...givingUp(services), now, today, code: 'interrupted' })
        await forget(tx, job.name, id)
      } else await enqueue(tx, job, { id })
    }
  })
}

async function hasQueue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ made: boolean }>`
    select to_regclass('pgboss.job') is not null as made`.execute(db)
  return rows[0]!.made
}
