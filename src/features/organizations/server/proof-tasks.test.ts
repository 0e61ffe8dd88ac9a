import { expect, test } from 'vitest'
import { work } from '#app/server/product.ts'
import { enqueueDailyJobs } from '#server/work/daily.ts'
import { addDays } from '#shared/dates.ts'
import { useApp } from '#test/app.ts'
import { createOrganization, createUser } from '#test/factories.ts'
import { raiseProofTasks, stageOf } from './proof-tasks.ts'

const app = useApp({ now: '2026-11-22T09:00:00Z' })

const look = (today: string) =>
  raiseProofTasks(app.db, {
    today,
    auditContext: { actor: { id: null, name: 'Almoner' }, now: new Date(`${today}T06:00:00Z`) },
  })
const tasks = () =>
  app.db
    .selectFrom('reminders')
    .select(['title', 'description', 'scheduled_for', 'status', 'organization_id'])
    .orderBy('id')
    .execute()

test.each([
  ['2027-02-21', undefined],
  ['2027-02-20', 90],
  ['2026-12-23', 90],
  ['2026-12-22', 30],
  ['2026-11-23', 30],
  ['2026-11-22', 0],
  ['2026-11-15', 0],
  ['2026-11-14', undefined],
])('a proof that ends on %s is at stage %s', (endsOn, stage) => {
  expect(stageOf(endsOn, '2026-11-22')).toBe(stage)
})

test('a proof raises a task 90, 30 and 0 days before it ends, with the drafted mail, for change_organizations', async () => {
  const clerk = await createUser(app.db, { rights: ['change_organizations'] })
  await createUser(app.db, { rights: ['view_organizations'] })
  const { id } = await createOrganization(app.db, {
    title: 'Kulturwerk',
    email_contact: 'post@kulturwerk.example',
    exemption_kind: 'notice',
    exemption_date: '2022-02-20',
  })
  await createOrganization(app.db, { exemption_kind: 'art60a', exemption_date: '2022-02-20' })
  await createOrganization(app.db, { exemption_kind: 'notice', exemption_date: '2022-02-20', status: 3 })
  const end = '2027-02-20'
  expect(await look(addDays(end, -91))).toBe(0)
  expect(await look(addDays(end, -90))).toBe(1)
  expect(await look(addDays(end, -90))).toBe(0)
  // Simulates an outage on the day itself.
  expect(await look(addDays(end, -28))).toBe(1)
  expect(await look(end)).toBe(1)
  expect(await look(addDays(end, 1))).toBe(0)
  const raised = await tasks()
  expect(raised.map((task) => task.scheduled_for)).toEqual([addDays(end, -90), addDays(end, -28), end])
  expect(raised[0]).toMatchObject({
    title: 'Ask for a new notice: proof ends 20.02.2027',
    organization_id: id,
    status: 1,
  })
  // The description mentions the e-mail once, where it can be changed and sent.
  expect(raised[0]!.description).toBe(
    'The proof of Kulturwerk ends on 20.02.2027. Without a new one no gift after that day can be confirmed.\n\nThe e-mail that asks for it is drafted: “Write e-mail…”',
  )
  const assigned = await app.db.selectFrom('reminder_assignees').select('user_id').distinct().execute()
  expect(assigned).toEqual([{ user_id: clerk.id }])
})

test('a finding under § 60a raises a task; proofs that ended long ago, public bodies and missing proofs do not', async () => {
  await createOrganization(app.db, { exemption_kind: 'art60a', exemption_date: '2023-12-22' })
  await createOrganization(app.db, { exemption_kind: 'notice', exemption_date: '2021-11-01' })
  await createOrganization(app.db, { exemption_kind: 'public_body', exemption_date: null })
  await createOrganization(app.db, { exemption_kind: 'none', exemption_date: null })
  expect(await look('2026-11-22')).toBe(1)
  expect((await tasks())[0]!.title).toBe('Ask for a new notice: proof ends 22.12.2026')
})

test('a new notice resolves the open tasks of the old one, with an audit event', async () => {
  const { id } = await createOrganization(app.db, { exemption_kind: 'notice', exemption_date: '2021-12-01' })
  await look('2026-11-22')
  await look('2026-11-23')
  expect((await tasks()).map((task) => task.status)).toEqual([1])
  await app.db
    .updateTable('organizations')
    .set({ exemption_date: '2026-11-20' })
    .where('id', '=', id)
    .execute()
  await look('2026-11-24')
  expect((await tasks()).map((task) => task.status)).toEqual([2])
  const events = await app.db
    .selectFrom('audit_events')
    .select(['action', 'object_type'])
    .orderBy('id')
    .execute()
  expect(events).toEqual([
    { action: 'create', object_type: 'reminder' },
    { action: 'resolve', object_type: 'reminder' },
  ])
})

test('the daily job raises the tasks in the morning', async () => {
  await createUser(app.db, { rights: 'superuser' })
  await createOrganization(app.db, { exemption_kind: 'notice', exemption_date: '2021-11-22' })
  await enqueueDailyJobs(app.db, work.jobs, app.clock.now, 'Europe/Berlin')
  await app.runJobs()
  expect((await tasks()).map((task) => task.title)).toEqual(['Ask for a new notice: proof ends 22.11.2026'])
})
