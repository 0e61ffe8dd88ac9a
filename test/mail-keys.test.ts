import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dueToday } from '#features/tasks/server/jobs.ts'
import { runJob } from '#server/worker.ts'
import { type TestApp, testApp } from './app.ts'
import { createTask, createUser } from './factories.ts'

// What counts as the same mail hangs on the business day, never on the moment: again an hour later adds nothing.

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.now = new Date('2026-11-21T06:00:00Z')
  await app.reset()
})

const anHourLater = () => void (app.clock.now = new Date(app.clock.now.getTime() + 3_600_000))
const mailed = async (template: string) => {
  const rows = await app.db.selectFrom('emails').select('user_id').where('template', '=', template).execute()
  return rows.map((row) => Number(row.user_id)).sort((a, b) => a - b)
}

test('due-day mails: the job again an hour later adds nothing', async () => {
  const user = await createUser(app.db)
  await createTask(app.db, { scheduled_for: '2026-11-21', users: [user.id] })
  const queued = { job: dueToday.name, payload: { day: '2026-11-21', after: '2026-11-20' } }
  const run = () => runJob(app.services, [dueToday], queued, new AbortController().signal)
  await run()
  anHourLater()
  await run()
  expect(await mailed('task_due')).toEqual([user.id])
})

test('due-day mails: a task moved away and back an hour later is not mailed a second time', async () => {
  const user = await createUser(app.db)
  const task = await createTask(app.db, { scheduled_for: '2026-11-25', users: [user.id] })
  app.clock.now = new Date('2026-11-21T09:00:00Z')
  const staff = await app.as('superuser')
  const move = (scheduled_for: string) => staff.patch(`/api/v4/reminders/${task.slug}/`, { scheduled_for })
  expect((await move('2026-11-21')).status).toBe(200)
  expect(await mailed('task_due')).toEqual([user.id])
  anHourLater()
  expect([(await move('2026-11-25')).status, (await move('2026-11-21')).status]).toEqual([200, 200])
  expect(await mailed('task_due')).toEqual([user.id])
})

test('notices about an account: the same event an hour later adds nothing, the next day one each', async () => {
  const owner = await createUser(app.db)
  const superuser = await app.as('superuser')
  const ask = () => app.signedOut().post('/api/v4/users/password-reset/', { email: owner.email })
  expect((await ask()).status).toBeLessThan(300)
  expect(await mailed('account_notice')).toEqual([superuser.userId])
  anHourLater()
  await ask()
  expect(await mailed('account_notice')).toEqual([superuser.userId])
  app.clock.now = new Date('2026-11-22T06:00:00Z')
  await ask()
  expect(await mailed('account_notice')).toEqual([superuser.userId, superuser.userId])
})
