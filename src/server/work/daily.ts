import { sql } from 'kysely'
import { type Day, dayOf } from '#shared/dates.ts'
import type { Db } from '../db/db.ts'
import { type AnyJob, type DailyJob, enqueue, isDaily } from './jobs.ts'

/**
 * Enqueues every daily job that is due on the business day of `now`. Safe at any time and from any number of processes:
 * the day is the job's key. After missed days, the job's payload names the last completed day.
 */
export async function enqueueDailyJobs(db: Db, jobs: AnyJob[], now: Date, timeZone: string): Promise<number> {
  const day = dayOf(now, timeZone)
  const time = timeOf(now, timeZone)
  let asked = 0
  for (const job of jobs.filter(isDaily)) {
    if (time < job.at) continue
    if (await enqueueDaily(db, job, day)) asked++
  }
  return asked
}

async function enqueueDaily(db: Db, job: DailyJob, day: Day): Promise<boolean> {
  const known = await db
    .selectFrom('job_requests')
    .select(['key', sql<boolean>`key = ${day}`.as('done')])
    .where('job', '=', job.name)
    .where('key', '<=', day)
    .orderBy('key', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (known?.done) return false
  return enqueue(db, job, { day, after: known?.key ?? null }, { key: day })
}

/** `HH:MM` of local time; a clock change shifts it but never skips a day. */
function timeOf(now: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(now)
}
