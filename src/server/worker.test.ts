import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestApp, testApp } from '../../test/app.ts'
import { defineJob, enqueueAll } from './jobs.ts'
import { queueMails } from './mail.ts'
import { startJobs, type WorkLog } from './worker.ts'
import { claimMails } from '#features/emails/server/outbox.ts'

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

onPostgresql(
  'several senders take each mail once (PostgreSQL only: embedded sessions never race)',
  async () => {
    const mail = (id: number) => ({
      template: 'task_created',
      to: { email: 'a@example.org', language: 'en_US' as const },
      object: { type: 'reminder', id },
      data: { title: 'T' },
      now: app.clock.now,
    })
    await queueMails(
      app.db,
      Array.from({ length: 200 }, (_, n) => mail(n + 1)),
    )
    const taken: number[] = []
    const take = async () => {
      for (;;) {
        const mails = await claimMails(app.db, app.clock.now, 8)
        if (mails.length === 0) return
        taken.push(...mails.map((one) => one.id))
      }
    }
    await Promise.all([take(), take(), take(), take()])
    expect(taken).toHaveLength(200)
    expect(new Set(taken).size).toBe(200)
  },
)

onPostgresql(
  'a mail asked for twice at once is queued once (PostgreSQL only: embedded sessions never race)',
  async () => {
    const asked = Array.from({ length: 10 }, () =>
      app.db.transaction().execute((tx) =>
        queueMails(tx, [
          {
            template: 'task_due',
            to: { user_id: null, email: 'a@example.org', language: 'en_US' },
            object: { type: 'reminder', id: 1 },
            day: '2026-11-21',
            data: { title: 'T' },
            now: app.clock.now,
          },
        ]),
      ),
    )
    const queued = await Promise.all(asked)
    expect(queued.reduce((sum, n) => sum + n, 0)).toBe(1)
  },
)

test('a worker that is stopped while idle ends quickly', async () => {
  const worker = await startJobs(app.services, { jobs: [], chores: [] }, { log })
  const started = performance.now()
  await worker.stop()
  expect(performance.now() - started).toBeLessThan(5000)
})
