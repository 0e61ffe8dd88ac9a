import { sql } from 'kysely'
import { z } from 'zod'
import { everyCompany } from '#server/auth/company-scope.ts'
import { defineJob, enqueue, type Job } from '#server/work/jobs.ts'
import type { LongWork } from '#server/work/long-work.ts'
import { findImport, giveUpImport } from './records.ts'
import { undoImport } from './undo/work.ts'
import { ImportTaken, workOnImport } from './work.ts'

/** How long a job waits for an import that another worker has leased. */
const putOffMs = 10_000

/**
 * Checks, runs or undoes an import, depending on its state. Starts over when its worker is lost. If another worker
 * holds the lease, the job is postponed without using up a retry.
 */
export const importJob: Job<{ id: number }> = defineJob({
  name: 'imports.work',
  payload: z.object({ id: z.int() }),
  retries: 5,
  timeLimit: 60 * 60,
  async run({ services, db, signal }, { id }) {
    const record = await findImport(db, id, everyCompany)
    const place = {
      db,
      signal,
      now: services.clock,
      timeZone: services.config.timeZone,
      whenStopped: 'give_back' as const,
    }
    if (record?.state !== 'undoing' && !record?.file_key) return
    try {
      if (record.state === 'undoing') return void (await undoImport(place, id))
      const path = await services.files.localPath(record.file_key!)
      const state = await workOnImport({ ...place, path }, id)
      // The rows are now in the database, and the file holds personal data, so it is deleted.
      if (state === 'done') await services.files.remove(record.file_key!)
    } catch (error) {
      if (!(error instanceof ImportTaken)) throw error
      await enqueue(db, importJob, { id }, { at: new Date(services.clock().getTime() + putOffMs) })
    }
  },
})

/** Imports whose job is lost: they are retried, then ended as interrupted. Nothing of them is booked. */
export const importWork: LongWork = {
  job: importJob,
  atWork: async (db, now) => {
    const rows = await db
      .selectFrom('imports')
      .select('id')
      .where('state', 'in', ['checking', 'running', 'undoing'])
      // The command line works without a job, under a lease that it renews.
      .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<', now)]))
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  },
  giveUp: (tx, id, { now, code }) => giveUpImport(tx, id, now, code),
  own: ({ user, since }) => sql`
    select 'import' as kind, id, filename as about,
      case when state in ('checking', 'running', 'undoing') then 'working' when state = 'failed' then 'failed'
        when state = 'cancelled' then 'stopped' else 'done' end as state,
      rows_done as done, case when step = 'reading' then null else rows_total end as total,
      state in ('checking', 'running', 'undoing') and not cancel_requested as can_stop, updated_at as asked_at
    from imports
    where actor_id = ${user} and state <> 'uploaded'
      and (state in ('checking', 'running', 'undoing') or finished_at >= ${since})`,
}
