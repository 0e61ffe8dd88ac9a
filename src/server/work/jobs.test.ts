import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { useApp } from '#test/app.ts'
import { enqueueDailyJobs } from './daily.ts'
import { type DailyPayload, defineDailyJob, defineJob, enqueue, enqueueAll, type WorkLog } from './jobs.ts'
import { startJobs, type Worker } from './worker.ts'

const app = useApp()
let ran: unknown[]
let failures: number
beforeEach(async () => {
  ran = []
  failures = 0
})

const note = defineJob({
  name: 'test.note',
  payload: z.object({ text: z.string() }),
  run: async (_, payload) => void ran.push(payload.text),
})
const shaky = defineJob({
  name: 'test.shaky',
  payload: z.object({ text: z.string() }),
  retries: 3,
  run: async (_, payload) => {
    if (failures++ < 1) throw new Error('not yet')
    ran.push(payload.text)
  },
})
const nightly = defineDailyJob({
  name: 'test.nightly',
  at: '07:00',
  run: async (_, day) => void ran.push(day),
})
const jobs = [note, shaky, nightly]

const silent: WorkLog = {
  info: () => {},
  warn: () => {},
  error: (entry, message) => console.error(message, entry),
}

async function whileWorking(act: () => Promise<void>): Promise<void> {
  const worker: Worker = await startJobs(app.services, { jobs: [note, shaky], chores: [] }, { log: silent })
  try {
    await act()
  } finally {
    await worker.stop()
  }
}

const eventually = (check: () => void) => expect.poll(() => (check(), true)).toBe(true)

test('a job enqueued in a rolled-back transaction never exists', async () => {
  await expect(
    app.db.transaction().execute(async (tx) => {
      await enqueue(tx, note, { text: 'lost' })
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await app.db.selectFrom('job_requests').selectAll().execute()).toEqual([])
})

test('the same key is enqueued once, also within one batch', async () => {
  expect(await enqueue(app.db, note, { text: 'a' }, { key: 'one' })).toBe(true)
  expect(await enqueue(app.db, note, { text: 'b' }, { key: 'one' })).toBe(false)
  const many = ['one', 'two', 'three', 'two'].map((key) => ({ payload: { text: key }, key }))
  expect(await enqueueAll(app.db, note, many)).toBe(2)
})

test('jobs run at once, delayed jobs run when due, and failed jobs are retried', async () => {
  await enqueue(app.db, note, { text: 'now' })
  await enqueue(app.db, note, { text: 'later' }, { at: new Date(app.clock.now.getTime() + 3_600_000) })
  await enqueue(app.db, shaky, { text: 'second try' })
  await whileWorking(async () => {
    await eventually(() => expect(ran).toContain('now'))
    await eventually(() => expect(ran).toContain('second try'))
    expect(ran).not.toContain('later')
    app.clock.now = new Date(app.clock.now.getTime() + 3_600_000)
    await eventually(() => expect(ran).toContain('later'))
  })
  expect(failures).toBe(2)
  expect(ran).toHaveLength(3)
})

test('a daily job runs once a day from its hour on, and receives the day of its previous run', async () => {
  const days: DailyPayload[] = []
  const look = async (instant: string) => {
    await enqueueDailyJobs(app.db, jobs, new Date(instant), 'Europe/Berlin')
    await app.runJobs({ jobs, chores: [] })
    days.push(...(ran.splice(0) as DailyPayload[]))
  }
  await look('2026-11-21T05:59:59Z')
  expect(days).toEqual([])
  await look('2026-11-21T06:00:00Z')
  await look('2026-11-21T06:00:20Z')
  await look('2026-11-21T22:59:59Z')
  expect(days.splice(0)).toEqual([{ day: '2026-11-21', after: null }])
  await look('2026-11-24T12:00:00Z')
  expect(days).toEqual([{ day: '2026-11-24', after: '2026-11-21' }])
})

test.each([
  ['summer time begins', '2027-03-28', '2027-03-28T04:59:30Z', '2027-03-28T05:00:00Z'],
  ['the day after', '2027-03-29', '2027-03-29T04:59:30Z', '2027-03-29T05:00:00Z'],
  ['summer time ends', '2027-10-31', '2027-10-31T05:59:30Z', '2027-10-31T06:00:00Z'],
  ['the day before', '2027-10-30', '2027-10-30T04:59:30Z', '2027-10-30T05:00:00Z'],
])('a daily job at 07:00 runs at 07:00 local time: %s', async (_, day, before, at) => {
  await enqueueDailyJobs(app.db, [nightly], new Date(before), 'Europe/Berlin')
  expect(await app.runJobs({ jobs, chores: [] })).toBe(0)
  await enqueueDailyJobs(app.db, [nightly], new Date(at), 'Europe/Berlin')
  await app.runJobs({ jobs, chores: [] })
  expect(ran).toEqual([{ day, after: null }])
})

test('a daily job polled every ten minutes is enqueued once on each day around both clock changes', async () => {
  const midnight = defineDailyJob({ name: 'test.midnight', at: '00:00', run: async () => {} })
  for (const first of ['2027-03-27T00:00:00Z', '2027-10-30T00:00:00Z'])
    for (let minutes = 0; minutes < 3 * 24 * 60; minutes += 10) {
      const now = new Date(Date.parse(first) + minutes * 60_000)
      await enqueueDailyJobs(app.db, [midnight], now, 'Europe/Berlin')
    }
  const rows = await app.db.selectFrom('job_requests').select('key').orderBy('key').execute()
  expect(rows.map((row) => row.key)).toEqual([
    '2027-03-27',
    '2027-03-28',
    '2027-03-29',
    '2027-03-30',
    '2027-10-30',
    '2027-10-31',
    '2027-11-01',
    '2027-11-02',
  ])
})
