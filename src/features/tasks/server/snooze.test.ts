import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createTask } from '#test/factories.ts'
import { mails, tasksPath as path } from '#test/tasks.ts'

// 21 November 2026 is a Saturday, so Sunday still belongs to this week.
const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

const snooze = `${path}snooze/`
const undo = `${path}snooze/undo/`
const dayOf = async (slug: string) => (await staff.get(`${path}${slug}/`)).body.scheduled_for
const events = () =>
  app.db.selectFrom('audit_events').select(['action', 'before', 'after']).orderBy('id').execute()

test('a task is postponed to a day, or by days from today or its due day, whichever is later', async () => {
  const overdue = await createTask(app.db, { scheduled_for: '2026-11-02' })
  const later = await createTask(app.db, { scheduled_for: '2026-12-01' })
  const week = await staff.post(snooze, { slugs: [overdue.slug, later.slug], days: 7 })
  expect(week.body.snoozed.map((row: { scheduled_for: string }) => row.scheduled_for)).toEqual([
    '2026-11-28',
    '2026-12-08',
  ])
  const day = await staff.post(snooze, { slugs: [overdue.slug], scheduled_for: '2026-11-22' })
  expect(day.body).toEqual({
    snoozed: [{ slug: overdue.slug, title: overdue.title, scheduled_for: '2026-11-22' }],
    refused: [],
  })
  expect((await staff.get(`${path}${overdue.slug}/`)).body).toMatchObject({
    scheduled_for: '2026-11-22',
    group: 'week',
    overdue: false,
    version: 3,
  })
  expect(await events()).toMatchObject([
    { action: 'snooze', before: { scheduled_for: '2026-11-02' }, after: { scheduled_for: '2026-11-28' } },
    { action: 'snooze', before: { scheduled_for: '2026-12-01' }, after: { scheduled_for: '2026-12-08' } },
    { action: 'snooze', before: { scheduled_for: '2026-11-28' }, after: { scheduled_for: '2026-11-22' } },
  ])
})

test('assignees find a postponed task on its new day, and are notified at once when that is today', async () => {
  const task = await createTask(app.db, { scheduled_for: '2026-11-02', users: [staff.userId] })
  await staff.post(snooze, { slugs: [task.slug], scheduled_for: '2026-11-21' })
  expect((await staff.get(`${path}summary/`)).body).toEqual({ overdue: 0, today: 1, week: 0 })
  expect(await mails(app.db)).toEqual([['task_due', staff.userId]])
  await staff.post(snooze, { slugs: [task.slug], days: 1 })
  expect((await staff.get(`${path}summary/`)).body).toEqual({ overdue: 0, today: 0, week: 1 })
  expect(await mails(app.db)).toHaveLength(1)
})

test('only this occurrence of a series moves: the next one is due when it would have been', async () => {
  const task = await createTask(app.db, {
    scheduled_for: '2026-11-16',
    series_start: '2026-11-02',
    repeat: 'weekly',
    users: [staff.userId],
  })
  await staff.post(snooze, { slugs: [task.slug], scheduled_for: '2026-11-24' })
  app.clock.now = new Date('2026-11-24T09:00:00Z')
  staff = await app.asUser(staff.userId)
  await staff.post(`${path}resolve/${task.slug}/`, { resolve: true })
  const open = (await staff.get(`${path}?status=open`)).body.results
  expect(open.map((row: { scheduled_for: string }) => row.scheduled_for)).toEqual(['2026-11-30'])
})

test('undo restores the due day step by step, and is refused once the day was changed again', async () => {
  const { slug } = await createTask(app.db, { scheduled_for: '2026-11-02' })
  await staff.post(snooze, { slugs: [slug], days: 1 })
  await staff.post(snooze, { slugs: [slug], days: 7 })
  const once = await staff.post(undo, { slugs: [slug] })
  expect(once.body.restored).toMatchObject([{ slug, scheduled_for: '2026-11-22' }])
  await staff.post(undo, { slugs: [slug] })
  expect(await dayOf(slug)).toBe('2026-11-02')
  const code = async () => (await staff.post(undo, { slugs: [slug] })).body.refused[0].code
  expect(await code()).toBe('task_moved_since')
  await staff.post(snooze, { slugs: [slug], days: 1 })
  await staff.patch(`${path}${slug}/`, { scheduled_for: '2026-12-24' })
  expect(await code()).toBe('task_moved_since')
  expect(await dayOf(slug)).toBe('2026-12-24')
  expect((await events()).filter(({ action }) => action === 'undo')).toMatchObject([
    { before: { scheduled_for: '2026-11-29' }, after: { scheduled_for: '2026-11-22' } },
    { before: { scheduled_for: '2026-11-22' }, after: { scheduled_for: '2026-11-02' } },
  ])
})

test('completed or deleted tasks, tasks of others and those already due then are refused; the rest moves', async () => {
  const clerk = await app.as(['view_reminders'])
  const mine = await createTask(app.db, { scheduled_for: '2026-11-22', users: [clerk.userId] })
  const then = await createTask(app.db, { scheduled_for: '2026-11-23', users: [clerk.userId] })
  const foreign = await createTask(app.db, { scheduled_for: '2026-11-22' })
  const done = await createTask(app.db, { status: 2, completed_at: app.clock.now, users: [clerk.userId] })
  const slugs = [mine, then, foreign, done].map((task) => task.slug)
  const { body } = await clerk.post(snooze, { slugs: [...slugs, 'gone'], scheduled_for: '2026-11-23' })
  expect(body.snoozed.map((row: { slug: string }) => row.slug)).toEqual([mine.slug])
  expect(body.refused.map((row: { slug: string; code: string }) => [row.slug, row.code])).toEqual([
    [then.slug, 'task_due_then'],
    [foreign.slug, 'forbidden'],
    [done.slug, 'task_not_editable'],
    ['gone', 'not_found'],
  ])
  const back = await (await app.as(['view_reminders'])).post(undo, { slugs: [mine.slug] })
  expect(back.body).toMatchObject({ restored: [], refused: [{ code: 'forbidden' }] })
})

test('all matches of a list are postponed at once, except for excluded ones', async () => {
  const tasks = []
  for (const title of ['a', 'b', 'c'])
    // oxlint-disable-next-line no-await-in-loop -- in their order
    tasks.push(await createTask(app.db, { title, scheduled_for: '2026-11-02', users: [staff.userId] }))
  const selection = { query: 'status=open&due=overdue', exclude: [tasks[1]!.slug], expected_count: 2 }
  const { body } = await staff.post(snooze, { selection, days: 1 })
  expect(body.snoozed.map((row: { title: string }) => row.title)).toEqual(['a', 'c'])
  const stale = await staff.post(snooze, { selection, days: 1 })
  expect([stale.status, stale.body.code]).toEqual([409, 'selection_changed'])
})

test.each([
  ['no day at all', {}, 'scheduled_for'],
  ['two ways of saying it', { scheduled_for: '2026-11-23', days: 1 }, 'days'],
  ['a day that has gone', { scheduled_for: '2026-11-20' }, 'scheduled_for'],
  ['no day', { scheduled_for: '2026-02-30' }, 'scheduled_for'],
  ['not a day later', { days: 0 }, 'days'],
  ['more than a year', { days: 366 }, 'days'],
])('%s is refused at its field and moves nothing', async (_, body, field) => {
  const { slug } = await createTask(app.db, { scheduled_for: '2026-11-02' })
  const answer = await staff.post(snooze, { slugs: [slug], ...body })
  expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]])
  expect(await dayOf(slug)).toBe('2026-11-02')
})

test('a query’s tasks are counted as overdue, due today, this week, later or done, by the day in Berlin', async () => {
  const days = ['2026-11-02', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-12-31']
  for (const scheduled_for of days)
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await createTask(app.db, { scheduled_for, users: [staff.userId] })
  await createTask(app.db, { title: 'Foreign', scheduled_for: '2026-11-20' })
  const finished = { status: 2, completed_at: app.clock.now }
  await createTask(app.db, { scheduled_for: '2026-11-21', users: [staff.userId], ...finished })
  const groups = async (query: string) => (await staff.get(`${path}groups/?${query}`)).body
  const mine = { overdue: 2, today: 1, week: 1, later: 2, done: 1 }
  expect(await groups('assignee=me')).toEqual(mine)
  expect(await groups('')).toEqual({ ...mine, overdue: 3 })
  expect(await groups('assignee=me&status=open')).toEqual({ ...mine, done: 0 })
  expect(await groups('search=foreign')).toEqual({ overdue: 1, today: 0, week: 0, later: 0, done: 0 })
  // The rows agree: they come in the order of their groups.
  const rows = (await staff.get(`${path}?assignee=me`)).body.results
  expect(rows.map((row: { group: string }) => row.group)).toEqual([
    'overdue',
    'overdue',
    'today',
    'week',
    'later',
    'later',
    'done',
  ])
  // Berlin's day counts: at half past midnight there it is still the 21st in London.
  app.clock.now = new Date('2026-11-21T23:30:00Z')
  staff = await app.asUser(staff.userId)
  expect(await groups('assignee=me')).toMatchObject({ overdue: 3, today: 1, week: 0 })
})
