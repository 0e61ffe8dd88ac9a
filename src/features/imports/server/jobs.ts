import { sql } from 'kysely'
import { everyCompany } from '#server/auth/company-scope.ts'
import { defineJob, enqueue } from '#server/work/jobs.ts'
import type { LongWork } from '#server/work/long-work.ts'
import { importRequest, importWorkRows } from './import-work.ts'
import { LeaseHeldElsewhere } from './lease.ts'
import { isFree } from './progress.ts'
import { failImport, findImport } from './records.ts'
import { undoImport } from './undo/work.ts'
import { workOnImport } from './work.ts'

/** How long a job waits for an import that another worker has leased. */
const retryAfterMs = 10_000

/**
 * Checks, runs or undoes an import, depending on its state. Starts over when its worker is lost. If another worker
 * holds the lease, the job is postponed without using up a retry.
 */
export const importJob = defineJob({
  ...importRequest,
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
      if (!(error instanceof LeaseHeldElsewhere)) throw error
      await enqueue(db, importRequest, { id }, { at: new Date(services.clock().getTime() + retryAfterMs) })
    }
  },
})

/** Imports whose job is lost: they are retried, then ended as interrupted. Nothing of them is booked. */
export const importWork: LongWork = {
  ...importWorkRows,
  job: importRequest,
  // The command line works without a job, under a lease that it renews.
  atWork: (db, now) => importWorkRows.ids(db, sql`${importWorkRows.underWay} and ${isFree(now)}`),
  giveUp: (tx, id, { now, code }) => failImport(tx, id, now, code),
}
