import { beforeEach, expect, test } from 'vitest'
import { work } from '#app/server/product.ts'
import { enqueueDailyJobs } from '#server/work/daily.ts'
import { type Client, useApp } from '#test/app.ts'
import { createTask, createUser } from '#test/factories.ts'
import { mails, payload, tasksPath } from '#test/tasks.ts'

const app = useApp()
let admin: Client
beforeEach(async () => void (admin = await app.as('superuser')))

const address = (id: number) => `/api/v4/users/${id}/`
const staffIds = async () =>
  (await admin.get('/api/v4/users/staff/')).body.map((user: { id: number }) => user.id)

test('the type of an account changes, is audited, and decides who can be given tasks', async () => {
  const user = await createUser(app.db, { user_type: 'promoter', rights: ['view_reminders'] })
  const task = await payload(app.db, { users: [user.id] })
  expect((await admin.post(tasksPath, task)).body).toEqual({ users: ['Only active staff can be assignees'] })
  const changed = await admin.patch(address(user.id), { user_type: 'staff', version: 1 })
  expect(changed.body).toMatchObject({
    user_type: 'staff',
    user_type_display: 'Staff user',
    version: 2,
    open_tasks: 0,
  })
  expect(await staffIds()).toContain(user.id)
  expect((await admin.post(tasksPath, task)).status).toBe(201)
  expect((await admin.get(address(user.id))).body.open_tasks).toBe(1)
  const event = await app.db
    .selectFrom('audit_events')
    .select(['action', 'before', 'after'])
    .where('object_type', '=', 'user')
    .where('action', '=', 'change')
    .executeTakeFirstOrThrow()
  expect(event).toEqual({
    action: 'change',
    before: { user_type: 'promoter' },
    after: { user_type: 'staff' },
  })
  expect((await admin.patch(address(user.id), { user_type: 'robot', version: 2 })).body).toEqual({
    user_type: ['Choose one of the offered values'],
  })
})

test('an account with open tasks stays staff, and the answer names the person and the tasks', async () => {
  const user = await createUser(app.db, { first_name: 'Katrin', last_name: 'Vollmer' })
  const later = await createTask(app.db, { title: 'Later', scheduled_for: '2026-12-24', users: [user.id] })
  const soon = await createTask(app.db, { title: 'Soon', scheduled_for: '2026-11-22', users: [user.id] })
  await createTask(app.db, { title: 'Done', status: 2, completed_at: app.clock.now, users: [user.id] })
  const leave = () => admin.patch(address(user.id), { user_type: 'end', version: 1 })
  const refused = await leave()
  expect(refused.status).toBe(409)
  expect(refused.body).toEqual({
    detail: 'Katrin Vollmer is still assigned to 2 open tasks. Hand them over first.',
    code: 'has_open_tasks',
    blocking: [
      { slug: soon.slug, title: 'Soon', code: 'open_task' },
      { slug: later.slug, title: 'Later', code: 'open_task' },
    ],
  })
  for (const { slug } of [soon, later]) await admin.patch(`${tasksPath}${slug}/`, { users: [admin.userId] })
  expect((await leave()).body).toMatchObject({ user_type: 'end', open_tasks: 0 })
  expect(await staffIds()).not.toContain(user.id)
})

test('when a person gets a task and leaves the staff at the same moment, one of the two is refused', async () => {
  for (let n = 0; n < 5; n++) {
    const user = await createUser(app.db)
    const task = await payload(app.db, { users: [user.id] })
    const [given, left] = await Promise.all([
      admin.post(tasksPath, task),
      admin.patch(address(user.id), { user_type: 'end', version: 1 }),
    ])
    expect([
      [201, 409],
      [400, 200],
    ]).toContainEqual([given.status, left.status])
  }
})

test('only superusers grant and revoke superuser status; the last one stays; a superuser must be staff', async () => {
  const user = await createUser(app.db)
  const clerk = await app.as(['change_users'])
  const change = async (client: Client, id: number, body: object) => {
    const { version } = (await admin.get(address(id))).body
    const answer = await client.patch(address(id), { ...body, version })
    return [answer.status, answer.body.code ?? answer.body.user_type]
  }
  expect(await change(clerk, user.id, { is_superuser: true })).toEqual([403, 'superuser_only'])
  expect(await change(clerk, admin.userId, { is_superuser: false })).toEqual([403, 'superuser_only'])
  expect(await change(admin, admin.userId, { is_superuser: false })).toEqual([409, 'last_superuser'])
  expect(await change(admin, admin.userId, { user_type: 'end' })).toEqual([409, 'last_superuser'])
  expect(await change(admin, user.id, { is_superuser: true })).toEqual([200, 'staff'])
  expect(await change(admin, user.id, { user_type: 'end' })).toEqual([400, ['A superuser is a staff user']])
  expect(await change(admin, user.id, { user_type: 'end', is_superuser: false })).toEqual([200, 'end'])
  await change(admin, user.id, { user_type: 'staff', is_superuser: true })
  await admin.post(`${address(user.id)}disable/`)
  // A disabled superuser is not counted as the last one.
  expect(await change(admin, admin.userId, { is_superuser: false })).toEqual([409, 'last_superuser'])
  expect(await change(admin, user.id, { is_superuser: false })).toEqual([200, 'staff'])
})

test('when two superusers revoke each other’s status at once, one stays', async () => {
  const other = await app.as('superuser')
  const answers = await Promise.all([
    admin.patch(address(other.userId), { is_superuser: false, version: 1 }),
    other.patch(address(admin.userId), { is_superuser: false, version: 1 }),
  ])
  const left = await app.db.selectFrom('users').select('id').where('is_superuser', '=', true).execute()
  expect(left).toHaveLength(1)
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
})

test('a disabled account keeps its tasks, gets no mail, and can be enabled again', async () => {
  const user = await createUser(app.db, { password_hash: 'set' })
  const colleague = await createUser(app.db)
  const task = await createTask(app.db, { users: [user.id, colleague.id], scheduled_for: '2026-11-22' })
  expect((await admin.post(`${address(user.id)}disable/`)).body).toMatchObject({
    state: 'disabled',
    open_tasks: 1,
  })
  const { users } = (await admin.get(`${tasksPath}${task.slug}/`)).body
  expect(users.map(({ id }: { id: number }) => id).sort()).toEqual([user.id, colleague.id])
  app.clock.now = new Date('2026-11-22T09:00:00Z')
  await enqueueDailyJobs(app.db, work.jobs, app.clock.now, 'Europe/Berlin')
  await app.runJobs()
  expect(await mails(app.db)).toEqual([['task_due', colleague.id]])
  const again = await (await app.as('superuser')).post(`${address(user.id)}enable/`)
  expect([again.status, again.body.state]).toEqual([200, 'active'])
})
