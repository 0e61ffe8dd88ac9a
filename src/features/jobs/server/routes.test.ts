import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type Client, useApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { defineJob, enqueue, type WorkLog } from '#server/work/jobs.ts'
import { runJob, startJobs, type Worker } from '#server/work/worker.ts'
import { beginDay, tidyUp } from './nightly.ts'

const app = useApp()
let admin: Client
let worker: Worker
let broken = true
const quiet: WorkLog = {
  info: () => {},
  warn: () => {},
  error: (entry, message) => console.error(message, entry),
}
const failing = defineJob({
  name: 'test.failing',
  payload: z.object({}),
  retries: 0,
  run: async () => {
    if (broken) throw new Error('out of paper')
  },
})
beforeAll(async () => {
  worker = await startJobs(app.services, { jobs: [failing], chores: [] }, { log: quiet })
})
afterAll(() => worker.stop())
beforeEach(async () => void (admin = await app.as(['change_settings'])))

test('a dead job is shown with its error and can be tried again', async () => {
  await enqueue(app.db, failing, {})
  const first = async () => (await admin.get('/api/v4/jobs/?search=failing')).body.results[0]
  await expect.poll(async () => (await first())?.state).toBe('failed')
  expect(await first()).toMatchObject({
    job: 'test.failing',
    error: 'out of paper',
    can_retry: true,
    retries: 0,
  })
  const { body } = await admin.get('/api/v4/jobs/?state=failed')
  expect(body).toMatchObject({ count: 1, counts: { failed: 1, running: 0 } })
  broken = false
  const id = (await first()).id
  expect((await admin.post(`/api/v4/jobs/${id}/retry/`)).body.state).toBe('queued')
  await expect.poll(async () => (await first()).state).toBe('done')
  const again = await admin.post(`/api/v4/jobs/${id}/retry/`)
  expect([again.status, again.body.code]).toEqual([409, 'job_not_failed'])
  expect((await admin.post('/api/v4/jobs/00000000-0000-4000-8000-000000000000/retry/')).status).toBe(404)
})

test('a job scheduled for later is shown as queued', async () => {
  await enqueue(app.db, failing, {}, { at: new Date('2030-01-01T00:00:00Z') })
  const { body } = await admin.get('/api/v4/jobs/?state=queued')
  expect(body.results).toMatchObject([
    { job: 'test.failing', starts_at: '2030-01-01T00:00:00.000Z', can_retry: false },
  ])
})

test('at midnight the business day begins, and expired rows are removed at night', async () => {
  await createProject(app.db, { ends_on: '2026-11-21' })
  const signal = new AbortController().signal
  app.clock.now = new Date('2026-11-21T23:00:00Z')
  const payload = { day: '2026-11-22', after: null }
  await runJob(app.services, [beginDay], { job: beginDay.name, payload }, signal)
  const ended = await app.db.selectFrom('projects').select(['is_ended']).execute()
  expect(ended).toEqual([{ is_ended: true }])
  app.clock.now = new Date('2027-06-01T00:00:00Z')
  const later = { day: '2027-06-01', after: null }
  await runJob(app.services, [tidyUp], { job: tidyUp.name, payload: later }, signal)
  expect(await app.db.selectFrom('sessions').selectAll().execute()).toEqual([])
})
