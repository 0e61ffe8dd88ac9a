import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestApp, testApp } from '../../test/app.ts'
import { defineJob, enqueue, enqueueAll } from './jobs.ts'
import { inTransaction } from './transaction.ts'
import { startJobs, type WorkLog } from './worker.ts'

let app: TestApp
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.close())

const onPostgresql = test.runIf(process.env.TEST_DATABASE_URL)
const log: WorkLog = {
  info: () => {},
  warn: () => {},
  error: (entry, message) => console.error(message, entry),
}

onPostgresql('several workers do each job once (PostgreSQL only: embedded sessions never race)', async () => {
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
  await expect.poll(() => ran.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(300)
  await Promise.all(workers.map((worker) => worker.stop()))
  expect(ran.toSorted((a, b) => a - b)).toEqual(wanted)
})

test('a worker that is stopped while idle ends within the twelve seconds a signal leaves', async () => {
  const worker = await startJobs(app.services, { jobs: [], chores: [] }, { log })
  const started = performance.now()
  await worker.stop()
  expect(performance.now() - started).toBeLessThan(12_000)
})

test('a job asked for in this process starts with the commit, without waiting for the next look', async () => {
  const ran: number[] = []
  const one = defineJob({
    name: 'test.at_once',
    payload: z.object({ n: z.int() }),
    run: async (_, { n }) => void ran.push(n),
  })
  // The next look is an hour away.
  const worker = await startJobs(
    app.services,
    { jobs: [one], chores: [] },
    { log, handOverEveryMs: 3_600_000 },
  )
  for (const n of [1, 2, 3]) {
    await inTransaction(app.db, async (tx) => void (await enqueue(tx, one, { n })))
    await expect.poll(() => ran.length, { timeout: 20_000 }).toBe(n)
  }
  await worker.stop()
  expect(ran).toEqual([1, 2, 3])
})
