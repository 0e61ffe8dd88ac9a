import { fromKysely, PgBoss } from 'pg-boss'
import type { Database } from '../db/db.ts'
import type { AnyJob } from './jobs.ts'
import { inTransaction } from '../db/transaction.ts'

/** The single pg-boss queue for all jobs, so that one worker serves them all. */
export const queueName = 'work'
/** The schema pg-boss keeps its tables in. */
export const queueSchema = 'pgboss'

export type Queued = { job: string; payload: unknown }

/** A lost worker is noticed after `heartbeatSeconds`, at the next check every `superviseSeconds`. */
const heartbeatSeconds = 20
const superviseSeconds = 10
const tenYears = 10 * 365 * 86_400

/** Opens pg-boss on the application's own pool and creates its tables and the queue when missing. */
export async function openQueue(database: Database, onError: (error: Error) => void): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values as unknown[]) },
    schema: queueSchema,
    // Daily work uses the application's clock (daily.ts), not the database's.
    schedule: false,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    flowIntervalSeconds: 3600,
    monitorVacuum: false,
  })
  boss.on('error', onError)
  await boss.start()
  const options = {
    retryLimit: 8,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    heartbeatSeconds,
    retentionSeconds: tenYears,
    deleteAfterSeconds: 30 * 86_400,
    warningQueueSize: 100_000,
  }
  await boss.createQueue(queueName, options)
  await boss.updateQueue(queueName, options)
  // Reads the queue's row once, outside any transaction.
  await boss.insert(queueName, [])
  return boss
}

const batchSize = 500

/**
 * Moves due requests to the queue, oldest first, and returns their number. One transaction, so that a request is either
 * here or in the queue; concurrent processes take different ones.
 */
export async function enqueueDueRequests(
  database: Database,
  boss: PgBoss,
  jobs: AnyJob[],
  now: Date,
): Promise<number> {
  const isDue = database.db
    .selectFrom('job_requests')
    .select(['id', 'job', 'payload', 'key'])
    .where('sent_at', 'is', null)
    .where((row) => row.or([row('due_at', 'is', null), row('due_at', '<=', now)]))
    .orderBy(
      (row) => row.ref('due_at'),
      (order) => order.asc().nullsFirst(),
    )
    .orderBy('id')
  // Usually nothing is due, so a transaction would be wasted.
  if (!(await isDue.limit(1).executeTakeFirst())) return 0
  return inTransaction(database.db, async (tx) => {
    const due = await tx.executeQuery(isDue.limit(batchSize).forNoKeyUpdate().skipLocked().compile())
    const rows = due.rows
    if (rows.length === 0) return 0
    const inserts = rows.map((row) => {
      const job = jobs.find((known) => known.name === row.job)
      const data: Queued = { job: row.job, payload: row.payload }
      return {
        data,
        ...(job ? { retryLimit: job.retries, expireInSeconds: job.timeLimit } : {}),
        ...(row.key === null ? {} : { singletonKey: row.key }),
      }
    })
    await boss.insert(queueName, inserts, { db: fromKysely(tx) })
    const ids = rows.map((row) => row.id)
    await tx.deleteFrom('job_requests').where('id', 'in', ids).where('key', 'is', null).execute()
    await tx.updateTable('job_requests').set({ sent_at: now }).where('id', 'in', ids).execute()
    return rows.length
  })
}
