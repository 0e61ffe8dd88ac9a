import { expect, test } from 'vitest'
import { z } from 'zod'
import { useApp } from '#test/app.ts'
import { patience } from '#test/runs.ts'
import { audit, auditOf } from '../audit/audit.ts'
import { sealsOf } from '../audit/seals.ts'
import { defineJob, enqueue, enqueueAll, type WorkLog } from './jobs.ts'
import { inTransaction } from '../db/transaction.ts'
import { sealing, startJobs } from './worker.ts'

const app = useApp({ resets: false })

const log: WorkLog = {
  info: () => {},
  warn: () => {},
  error: (entry, message) => console.error(message, entry),
}

test('several workers run each job once', async () => {
  const ran: number[] = []
  const count = defineJob({
    name: 'test.count',
    payload: z.object({ n: z.int() }),
    run: async (_, { n }) => void ran.push(n),
  })
  const wanted = Array.from({ length: 300 }, (_, n) => n)
  await enqueueAll(
    app.db,
    count,
    wanted.map((n) => ({ payload: { n } })),
  )
  const workers = await Promise.all(
    [1, 2, 3].map(() => startJobs(app.services, { jobs: [count], chores: [] }, { log })),
  )
  await expect.poll(() => ran.length).toBeGreaterThanOrEqual(300)
  await Promise.all(workers.map((worker) => worker.stop()))
  expect(ran.toSorted((a, b) => a - b)).toEqual(wanted)
})

test('audit events are sealed within a second or two, repeatedly', async () => {
  // Checks the interval itself, so that no test waits for it; a worker that seals once or never is found by its
  // results.
  expect(sealing.everyMs).toBeLessThanOrEqual(1000)
  const worker = await startJobs(app.services, { jobs: [], chores: [] }, { log })
  try {
    for (const id of [1, 2]) {
      const event = { action: 'change', ...auditOf('project', { id }) } as const
      // oxlint-disable-next-line no-await-in-loop -- the second after the first was sealed
      await audit(app.db, { actor: { id: null, name: '' }, now: app.clock.now }, event)
      // oxlint-disable-next-line no-await-in-loop -- likewise
      await expect
        .poll(async () => (await sealsOf(app.db)).unsealed, { timeout: patience, interval: 20 })
        .toBe(0)
    }
  } finally {
    await worker.stop()
  }
})

test('a worker stopped while idle ends without waiting for its next polls', async () => {
  // They are an hour away.
  const everyMs = 3_600_000
  const idle = { name: 'test.idle', everyMs, run: async () => false }
  const worker = await startJobs(
    app.services,
    { jobs: [], chores: [idle] },
    { log, handOverEveryMs: everyMs },
  )
  await worker.stop()
})

test('a job enqueued in this process starts with the commit, without waiting for the next poll', async () => {
  const ran: number[] = []
  const one = defineJob({
    name: 'test.at_once',
    payload: z.object({ n: z.int() }),
    run: async (_, { n }) => void ran.push(n),
  })
  // The next poll is an hour away.
  const worker = await startJobs(
    app.services,
    { jobs: [one], chores: [] },
    { log, handOverEveryMs: 3_600_000 },
  )
  for (const n of [1, 2, 3]) {
    await inTransaction(app.db, async (tx) => void (await enqueue(tx, one, { n })))
    await expect.poll(() => ran.length).toBe(n)
  }
  await worker.stop()
  expect(ran).toEqual([1, 2, 3])
})
