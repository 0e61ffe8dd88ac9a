import { sql } from 'kysely'
import { z } from 'zod'
import type { Day } from '#shared/dates.ts'
import { DayShape } from '#shared/shapes.ts'
import type { Db } from '../db/db.ts'
import type { Services } from '../services.ts'
import { wakeWorkers } from '../db/after-commit.ts'

/** Context of a job besides its payload. `db` is no transaction: a job opens its own, as short as possible. */
export type JobContext = {
  services: Services
  db: Db
  now: Date
  /** The business day of `now`; the database's rows are as of it. */
  today: Day
  /** Aborted when this process loses the job: it stops, or the job took too long. */
  signal: AbortSignal
}

/** Background work. A job may run twice (its worker may be lost after the work was done), so it must be idempotent. */
export type Job<Payload = unknown> = {
  name: string
  payload: z.ZodType<Payload>
  run: (context: JobContext, payload: Payload) => Promise<void>
  /** Number of retries, with waiting times that double; 8 by default. */
  retries: number
  /** Seconds after which a run counts as lost. */
  timeLimit: number
}

/** Work done once per business day, not before `at` (`HH:MM` in the configured time zone). */
export type DailyJob = Job<DailyPayload> & { at: string }

/** `day` is the day of the work, `after` the last completed day before it (null on the first run). */
export type DailyPayload = { day: Day; after: Day | null }
const DailyPayloadShape = z.object({ day: DayShape, after: DayShape.nullable() })

/** A job of any payload, as lists of jobs hold it. */
// oxlint-disable-next-line typescript/no-explicit-any -- the payload is checked against the job's own shape
export type AnyJob = Job<any>

type Options<Payload> = Pick<Job<Payload>, 'name' | 'payload' | 'run'> &
  Partial<Pick<Job<Payload>, 'retries' | 'timeLimit'>>

/** Declares a job; `src/app/server/product.ts` lists it. */
export function defineJob<Payload>(options: Options<Payload>): Job<Payload> {
  return { retries: 8, timeLimit: 15 * 60, ...options }
}

type JobRequest<Payload> = { payload: Payload; at?: Date; key?: string }

/**
 * Enqueues a job in the caller's transaction, so it never runs for a rolled-back change. `at` is an instant of the
 * application's clock; the same `key` never runs twice. Returns whether it was new.
 */
export async function enqueue<Payload>(
  db: Db,
  job: Pick<Job<Payload>, 'name' | 'payload'>,
  payload: Payload,
  options: { at?: Date; key?: string } = {},
): Promise<boolean> {
  return (await enqueueAll(db, job, [{ payload, ...options }])) === 1
}

/** Enqueues many jobs at once and returns how many were new. */
export async function enqueueAll<Payload>(
  db: Db,
  job: Pick<Job<Payload>, 'name' | 'payload'>,
  asked: JobRequest<Payload>[],
): Promise<number> {
  if (asked.length === 0) return 0
  const rows = asked.map(({ payload, at, key }) => ({
    payload: payload ?? null,
    due_at: at?.toISOString() ?? null,
    key: key ?? null,
  }))
  const { numAffectedRows } = await sql`
    insert into job_requests (job, payload, due_at, key)
    select ${job.name}, payload, due_at, key
    from json_to_recordset(${JSON.stringify(rows)}::json) as asked (payload jsonb, due_at timestamptz, key text)
    on conflict (job, key) where key is not null do nothing`.execute(db)
  wakeWorkers(db)
  return Number(numAffectedRows ?? 0)
}

/** Declares a job for every business day. Its payload names the day; each day is done exactly once. */
export function defineDailyJob(options: Omit<Options<DailyPayload>, 'payload'> & { at: string }): DailyJob {
  return { retries: 8, timeLimit: 15 * 60, payload: DailyPayloadShape, ...options }
}

export type WorkLog = Record<'info' | 'warn' | 'error', (entry: object, message: string) => void>

/** A small task that is polled, e.g. sending mails. Returns whether more work may be waiting. */
export type Chore = {
  name: string
  everyMs: number
  /** Also polled as soon as this process enqueues a job. */
  woken?: true
  run: (services: Services, signal: AbortSignal, log: WorkLog) => Promise<boolean>
}

export function isDaily(job: AnyJob): job is DailyJob {
  return 'at' in job
}
