import type { PgBoss } from 'pg-boss'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayOf } from '#shared/dates.ts'
import { ensureBusinessDay } from './business-day.ts'
import { isDatabaseAway } from '../db/connection-errors.ts'
import { sealEvents } from '../audit/seals.ts'
import { enqueueDailyJobs } from './daily.ts'
import type { AnyJob, Chore, JobContext, WorkLog } from './jobs.ts'
import { enqueueDueRequests, openQueue, type Queued, queueName } from './queue.ts'
import type { Services } from '../services.ts'
import { nextWake, wakesSoFar } from '../db/after-commit.ts'

export type Work = { jobs: AnyJob[]; chores: Chore[] }

export type Worker = { stop: () => Promise<void> }

const stopWithinMs = 6000

/** Seals the audit events of all processes within a second or two of their commit. */
export const sealing: Chore = {
  name: 'seal audit events',
  everyMs: 1000,
  run: async ({ database }, signal) => {
    await sealEvents(database.db, { signal })
    return false
  },
}

/**
 * Starts the worker: moves due requests to the queue, runs jobs, polls daily work and chores. Any number of processes
 * may share one database. `stop` takes nothing new and waits for running work; unfinished work is repeated.
 */
export async function startJobs(
  services: Services,
  work: Work,
  {
    log,
    concurrency = 4,
    handOverEveryMs = 500,
  }: { log: WorkLog; concurrency?: number; handOverEveryMs?: number },
): Promise<Worker> {
  const { database } = services
  const boss = await openQueue(database, (error) => report(log, 'queue', error))
  const stopping = new AbortController()
  const workers: string[] = []
  for (let n = 0; n < concurrency; n++) workers.push(await startWorker(services, work.jobs, boss, log))
  const ticks: Chore[] = [
    {
      name: 'daily work',
      everyMs: 20_000,
      run: async ({ clock, config }) => {
        await enqueueDailyJobs(database.db, work.jobs, clock(), config.timeZone)
        return false
      },
    },
    {
      name: 'hand over',
      // Requests of this process start at once; those of others and delayed ones are polled.
      everyMs: handOverEveryMs,
      woken: true,
      run: async ({ clock }) => {
        const moved = await enqueueDueRequests(database, boss, work.jobs, clock())
        if (moved > 0) for (const id of workers) boss.notifyWorker(id)
        return moved > 0
      },
    },
    sealing,
  ]
  const loops = [...ticks, ...work.chores].map((chore) => repeat(services, chore, stopping.signal, log))
  return {
    async stop() {
      stopping.abort()
      await Promise.all([
        Promise.race([Promise.all(loops), sleep(stopWithinMs, undefined, { ref: false })]),
        boss.stop({ graceful: true, close: false, timeout: stopWithinMs }),
      ])
    },
  }
}

async function startWorker(services: Services, jobs: AnyJob[], boss: PgBoss, log: WorkLog): Promise<string> {
  const id: string = await boss.work<Queued>(
    queueName,
    { batchSize: 1, pollingIntervalSeconds: 2 },
    async (batch) => {
      try {
        for (const { data, signal } of batch)
          await runJob(services, jobs, data, signal).catch((error: unknown) => {
            log.warn({ job: data.job, err: error }, 'job failed')
            throw error
          })
      } finally {
        // More work may wait, even after a failure: poll again at once.
        boss.notifyWorker(id)
      }
    },
  )
  return id
}

/** Runs one job; its errors pass through. */
export async function runJob(
  services: Services,
  jobs: AnyJob[],
  queued: Queued,
  signal: AbortSignal,
): Promise<void> {
  const job = jobs.find((known) => known.name === queued.job)
  if (!job) throw new Error(`there is no job named ${queued.job}`)
  const now = services.clock()
  const context: JobContext = {
    services,
    db: services.database.db,
    now,
    today: dayOf(now, services.config.timeZone),
    signal,
  }
  await ensureBusinessDay(context.db, context.today)
  await job.run(context, job.payload.parse(queued.payload))
}

async function repeat(services: Services, chore: Chore, signal: AbortSignal, log: WorkLog): Promise<void> {
  while (!signal.aborted) {
    const seen = wakesSoFar()
    const more = await chore.run(services, signal, log).catch((error: unknown) => {
      report(log, chore.name, error)
      return false
    })
    if (more) continue
    if (chore.woken) await nextWake(seen, chore.everyMs, signal)
    else await sleep(chore.everyMs, undefined, { signal }).catch(() => {})
  }
}

// While the database is away every poll fails alike: one line is enough, without a stack each time.
function report(log: WorkLog, name: string, error: unknown): void {
  if (isDatabaseAway(error)) log.warn({ work: name }, 'the database is away')
  else log.error({ work: name, err: error }, 'work failed')
}
