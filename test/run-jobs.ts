import type { Services } from '#server/services.ts'
import type { WorkLog } from '#server/work/jobs.ts'
import { runJob, type Work } from '#server/work/worker.ts'

/** Throws what a chore would log as an error. */
export const strictLog: WorkLog = {
  info: () => {},
  warn: () => {},
  error: (entry) => {
    throw (entry as { err: unknown }).err
  },
}

/**
 * Does all due work in order and in this process, without the queue: every job once, every chore until it is done.
 * Throws errors, unless a chore goes on after one and `log` takes it. Returns how many jobs ran.
 */
export async function runJobs(
  services: Services,
  { jobs, chores }: Work,
  log: WorkLog = strictLog,
): Promise<number> {
  const { db } = services.database
  const signal = new AbortController().signal
  let ran = 0
  for (;;) {
    const due = await db
      .selectFrom('job_requests')
      .select(['id', 'job', 'payload'])
      .where('sent_at', 'is', null)
      .where((row) => row.or([row('due_at', 'is', null), row('due_at', '<=', services.clock())]))
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!due) break
    await db.updateTable('job_requests').set({ sent_at: services.clock() }).where('id', '=', due.id).execute()
    await runJob(services, jobs, { job: due.job, payload: due.payload }, signal)
    ran++
  }
  for (const chore of chores) while (await chore.run(services, signal, log)) continue
  return ran
}
