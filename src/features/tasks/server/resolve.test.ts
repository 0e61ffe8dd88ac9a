import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createTask } from '#test/factories.ts'
import { audited, mails, payload, tasksPath as path } from '#test/tasks.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

test('a done task has status 2 and cannot be done again or edited until reopened; both are audited', async () => {
  const { slug } = (await staff.post(path, await payload(app.db))).body
  const answer = await staff.post(`${path}resolve/${slug}/`, { resolve: true })
  expect(answer.body).toMatchObject({
    status: 2,
    status_display: 'Done',
    can_resolve: false,
    can_reopen: true,
    can_edit: false,
    can_delete: true,
    completed_at: '2026-11-21T09:00:00.000Z',
    version: 2,
  })
  const again = await staff.post(`${path}resolve/${slug}/`, { resolve: true })
  expect([again.status, again.body.code]).toEqual([409, 'task_not_resolvable'])
  const edited = await staff.patch(`${path}${slug}/`, { title: 'Neu' })
  expect([edited.status, edited.body.code]).toEqual([409, 'task_not_editable'])
  const reopened = await staff.post(`${path}resolve/${slug}/`, { resolve: false })
  expect(reopened.body).toMatchObject({
    status: 1,
    completed_at: null,
    completed_by: null,
    can_resolve: true,
  })
  const open = await staff.post(`${path}resolve/${slug}/`, { resolve: false })
  expect([open.status, open.body.code]).toEqual([409, 'task_not_reopenable'])
  expect(await audited(app.db)).toEqual(['create reminder', 'resolve reminder', 'reopen reminder'])
  expect((await staff.post(`${path}resolve/${slug}/`, {})).body).toEqual({
    resolve: ['This field is required'],
  })
})

test('creator, assignee and holders of the permission may act on a task; others are refused', async () => {
  const creator = await app.as(['change_reminders'])
  const assignee = await app.as(['view_reminders'])
  const onlooker = await app.as(['view_reminders'])
  const deleter = await app.as(['delete_reminders'])
  const { slug } = (await creator.post(path, await payload(app.db, { users: [assignee.userId] }))).body
  await app.db.deleteFrom('user_permissions').where('user_id', '=', creator.userId).execute()
  await app.db
    .insertInto('user_permissions')
    .values({ user_id: creator.userId, permission: 'view_reminders', granted_at: app.clock.now })
    .execute()
  const flags = async (client: Client) => {
    const { can_resolve, can_edit, can_delete } = (await client.get(`${path}${slug}/`)).body
    return [can_resolve, can_edit, can_delete]
  }
  expect(await flags(creator)).toEqual([true, true, true])
  expect(await flags(assignee)).toEqual([true, true, false])
  expect(await flags(onlooker)).toEqual([false, false, false])
  expect(await flags(deleter)).toEqual([false, false, true])
  const refused = [
    await onlooker.post(`${path}resolve/${slug}/`, { resolve: true }),
    await onlooker.patch(`${path}${slug}/`, { title: 'Neu' }),
    await onlooker.delete(`${path}${slug}/`),
    await assignee.delete(`${path}${slug}/`),
  ]
  expect(refused.map(({ status, body }) => [status, body.permission])).toEqual([
    [403, 'change_reminders'],
    [403, 'change_reminders'],
    [403, 'delete_reminders'],
    [403, 'delete_reminders'],
  ])
  expect((await assignee.patch(`${path}${slug}/`, { title: 'Neu' })).status).toBe(200)
  expect((await assignee.post(`${path}resolve/${slug}/`, { resolve: true })).status).toBe(200)
  expect((await deleter.delete(`${path}${slug}/`)).status).toBe(204)
  expect((await creator.get(`${path}${slug}/`)).status).toBe(404)
})

test('a creator who asked for a completion mail gets it, whoever completes the task', async () => {
  const creator = await app.as('superuser')
  const other = await app.as(['change_reminders'])
  const create = async (send_completed_mail: boolean) =>
    (await creator.post(path, await payload(app.db, { users: [other.userId], send_completed_mail }))).body
      .slug as string
  const [asked, quiet, own] = [await create(true), await create(false), await create(true)]
  await app.db.deleteFrom('emails').execute()
  await other.post(`${path}resolve/${asked}/`, { resolve: true })
  await other.post(`${path}resolve/${quiet}/`, { resolve: true })
  await creator.post(`${path}resolve/${own}/`, { resolve: true })
  expect(await mails(app.db)).toEqual([
    ['task_completed', creator.userId],
    ['task_completed', creator.userId],
  ])
})

test('many tasks are completed at once; refused ones are listed', async () => {
  const creator = await app.as(['change_reminders'])
  const [first, second] = [await createTask(app.db), await createTask(app.db, { repeat: 'weekly' })]
  const done = await createTask(app.db, { title: 'old', status: 2, completed_at: app.clock.now })
  const answer = await creator.post(`${path}resolve/`, {
    slugs: [first.slug, done.slug, second.slug, 'nothing'],
  })
  expect(answer.body).toEqual({
    resolved: [first.slug, second.slug],
    refused: [
      { slug: done.slug, title: 'old', code: 'task_not_resolvable' },
      { slug: 'nothing', title: '', code: 'not_found' },
    ],
  })
  expect((await creator.get(`${path}?status=open`)).body.count).toBe(1)
  const onlooker = await app.as(['view_reminders'])
  const third = await createTask(app.db, { title: 'third' })
  expect((await onlooker.post(`${path}resolve/`, { slugs: [third.slug] })).body).toEqual({
    resolved: [],
    refused: [{ slug: third.slug, title: 'third', code: 'forbidden' }],
  })
})

test('when two people complete a task at once, one is refused and one next occurrence is planned', async () => {
  const other = await app.as('superuser')
  const task = await createTask(app.db, { repeat: 'weekly' })
  const answers = await Promise.all(
    [staff, other].map((person) => person.post(`${path}resolve/${task.slug}/`, { resolve: true })),
  )
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await staff.get(`${path}?status=open`)).body.count).toBe(1)
})

test('all matches except the excluded one are completed; a different expected count is refused', async () => {
  const creator = await app.as(['change_reminders'])
  const tasks = [await createTask(app.db), await createTask(app.db), await createTask(app.db)]
  const selection = { query: 'status=open', exclude: [tasks[1]!.slug], expected_count: 2 }
  const wrong = await creator.post(`${path}resolve/`, { selection: { ...selection, expected_count: 3 } })
  expect([wrong.status, wrong.body.code]).toEqual([409, 'selection_changed'])
  const answer = await creator.post(`${path}resolve/`, { selection })
  expect(answer.body).toEqual({ resolved: [tasks[0]!.slug, tasks[2]!.slug], refused: [] })
  expect((await creator.get(`${path}?status=open`)).body.count).toBe(1)
})
