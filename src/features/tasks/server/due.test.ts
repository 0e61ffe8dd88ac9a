import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { createTask, createUser } from '#test/factories.ts'
import { queueDueMails } from './due.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.reset())

const now = new Date('2026-11-21T06:00:10Z')
const run = (overrides: { day?: string; after?: string | null } = {}) =>
  queueDueMails(database.db, {
    day: '2026-11-21',
    after: '2026-11-20',
    timeZone: 'Europe/Berlin',
    now,
    ...overrides,
  })
const mailed = async () => {
  const rows = await database.db
    .selectFrom('emails')
    .select(['template', 'object_id', 'user_id', 'language'])
    .orderBy('object_id')
    .orderBy('user_id')
    .execute()
  return rows.map((row) => [row.template, row.object_id, row.user_id, row.language])
}

test('each assignee of each open task due today gets one mail, in their own language', async () => {
  const { db } = database
  const [english, german] = [await createUser(db), await createUser(db, { language: 'sie_DE' })]
  const both = await createTask(db, { scheduled_for: '2026-11-21', users: [english.id, german.id] })
  const one = await createTask(db, { scheduled_for: '2026-11-21', users: [german.id] })
  await createTask(db, { scheduled_for: '2026-11-22', users: [english.id] })
  await createTask(db, { scheduled_for: '2026-11-20', users: [english.id] })
  expect(await run()).toBe(3)
  expect(await mailed()).toEqual([
    ['task_due', both.id, english.id, 'en_US'],
    ['task_due', both.id, german.id, 'sie_DE'],
    ['task_due', one.id, german.id, 'sie_DE'],
  ])
})

test('a second run queues no further mails', async () => {
  await createTask(database.db, { scheduled_for: '2026-11-21' })
  expect([await run(), await run()]).toEqual([1, 0])
  expect(await mailed()).toHaveLength(1)
})

test('a task moved to another day is mailed again on that day', async () => {
  const { db } = database
  const task = await createTask(db, { scheduled_for: '2026-11-21' })
  await run()
  await db.updateTable('reminders').set({ scheduled_for: '2026-11-25' }).where('id', '=', task.id).execute()
  expect(await run({ day: '2026-11-25', after: '2026-11-24' })).toBe(1)
})

test('done tasks and accounts that are not active are left out', async () => {
  const { db } = database
  const disabled = await createUser(db, { state: 'disabled' })
  await createTask(db, { scheduled_for: '2026-11-21', status: 2, completed_at: now })
  await createTask(db, { scheduled_for: '2026-11-21', users: [disabled.id] })
  expect(await run()).toBe(0)
})

test('an assignee added after seven in Berlin on the due day gets no mail, one added just before does', async () => {
  const { db } = database
  const task = await createTask(db, { scheduled_for: '2026-11-21' })
  const added = (at: string) =>
    db
      .updateTable('reminder_assignees')
      .set({ added_at: new Date(at) })
      .where('reminder_id', '=', task.id)
      .execute()
  await added('2026-11-21T06:00:00Z')
  expect(await run()).toBe(0)
  await added('2026-11-21T05:59:59Z')
  expect(await run()).toBe(1)
})

test('the limit of 07:00 in Berlin also holds in summer time', async () => {
  const { db } = database
  const task = await createTask(db, { scheduled_for: '2027-03-28' })
  await db
    .updateTable('reminder_assignees')
    .set({ added_at: new Date('2027-03-28T05:00:00Z') })
    .where('reminder_id', '=', task.id)
    .execute()
  expect(await run({ day: '2027-03-28', after: '2027-03-27' })).toBe(0)
  await db
    .updateTable('reminder_assignees')
    .set({ added_at: new Date('2027-03-28T04:59:59Z') })
    .where('reminder_id', '=', task.id)
    .execute()
  expect(await run({ day: '2027-03-28', after: '2027-03-27' })).toBe(1)
})

test('days without a run are caught up, at most a week; a first run covers only its own day', async () => {
  const { db } = database
  for (const scheduled_for of ['2026-11-10', '2026-11-15', '2026-11-20', '2026-11-21'])
    await createTask(db, { scheduled_for })
  expect(await run({ after: null })).toBe(1)
  expect(await run({ after: '2026-11-19' })).toBe(1)
  expect(await run({ after: '2026-10-01' })).toBe(1)
  expect(await mailed()).toHaveLength(3)
})

test('2,500 mails take two statements per thousand, however many tasks there are', async () => {
  const { db } = database
  const person = await createUser(db)
  const task = await createTask(db, { scheduled_for: '2026-11-21', users: [person.id] })
  await sql`insert into reminders (slug, title, scheduled_for, series_start, project_id, created_at, updated_at)
    select 'many-' || n, 'Many', '2026-11-21', '2026-11-21', ${task.project_id}, ${now}, ${now}
    from generate_series(1, 2499) n`.execute(db)
  await sql`insert into reminder_assignees (reminder_id, user_id, status, scheduled_for, added_at)
    select id, ${person.id}, status, scheduled_for, ${task.created_at} from reminders where id <> ${task.id}`.execute(
    db,
  )
  let statements = 0
  const counting = db.withPlugin({
    transformQuery: ({ node }) => (statements++, node),
    transformResult: async ({ result }) => result,
  })
  expect(
    await queueDueMails(counting, { day: '2026-11-21', after: null, timeZone: 'Europe/Berlin', now }),
  ).toBe(2500)
  expect(statements).toBe(6)
})
