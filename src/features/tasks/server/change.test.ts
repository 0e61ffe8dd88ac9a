import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createProject, createTask, createUser } from '#test/factories.ts'
import { audited, mails, payload, tasksPath as path, titles } from '#test/tasks.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

test('a save with the full payload changes only differing fields and mails only new assignees', async () => {
  const body = await payload(app.db)
  const { slug, version } = (await staff.post(path, body)).body
  const added = await createUser(app.db, {})
  const before = (await mails(app.db)).length
  const saved = await staff.patch(`${path}${slug}/`, {
    ...body,
    title: 'Neu',
    users: [...body.users, added.id],
    version,
  })
  expect(saved.status).toBe(200)
  expect(saved.body).toMatchObject({ title: 'Neu', version: 2, description: 'Beim Träger' })
  expect((await mails(app.db)).slice(before)).toEqual([['task_created', added.id]])
  const event = await app.db
    .selectFrom('audit_events')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({
    action: 'change',
    before: { title: body.title, users: body.users },
    after: { title: 'Neu', users: [...body.users, added.id] },
  })
})

test('a save that changes nothing keeps version and history', async () => {
  const body = await payload(app.db)
  const { slug } = (await staff.post(path, body)).body
  expect((await staff.patch(`${path}${slug}/`, body)).body.version).toBe(1)
  expect(await audited(app.db)).toEqual(['create reminder'])
})

test('a stale version in If-Match gets 409 with the current row, a current one is accepted', async () => {
  const { slug } = (await staff.post(path, await payload(app.db))).body
  await staff.patch(`${path}${slug}/`, { title: 'First', version: 1 })
  const stale = await staff.patch(`${path}${slug}/`, { title: 'Second' }, { headers: { 'if-match': '"1"' } })
  expect([stale.status, stale.body.code, stale.body.current.title]).toEqual([409, 'edit_conflict', 'First'])
  expect(
    (await staff.patch(`${path}${slug}/`, { title: 'Third' }, { headers: { 'if-match': '2' } })).status,
  ).toBe(200)
})

test('a task stays with its target', async () => {
  const body = await payload(app.db)
  const other = await createProject(app.db)
  const { slug } = (await staff.post(path, body)).body
  expect((await staff.patch(`${path}${slug}/`, { ...body, targetId: other.id })).body).toEqual({
    targetId: ['A task stays with the project or organization it was created for'],
  })
  expect((await staff.patch(`${path}${slug}/`, { target_type: 'organization' })).status).toBe(400)
})

test('an assignee whose account was disabled may stay, but not be added', async () => {
  const body = await payload(app.db)
  const { slug } = (await staff.post(path, body)).body
  await app.db.updateTable('users').set({ state: 'disabled' }).where('id', '=', body.users[0]!).execute()
  expect((await staff.patch(`${path}${slug}/`, { ...body, title: 'Neu' })).status).toBe(200)
  await staff.patch(`${path}${slug}/`, { users: [staff.userId] })
  expect((await staff.patch(`${path}${slug}/`, { users: body.users })).body).toEqual({
    users: ['Only active staff can be assignees'],
  })
})

test('an assignee removed and added again is mailed again', async () => {
  const body = await payload(app.db)
  const { slug } = (await staff.post(path, body)).body
  await staff.patch(`${path}${slug}/`, { users: [staff.userId] })
  await staff.patch(`${path}${slug}/`, { users: body.users })
  expect(await mails(app.db)).toEqual([
    ['task_created', body.users[0]],
    ['task_created', staff.userId],
    ['task_created', body.users[0]],
  ])
})

test('moving a task to today mails its assignees at once after 07:00 in Berlin, but not before', async () => {
  const body = await payload(app.db)
  const { slug } = (await staff.post(path, body)).body
  await staff.patch(`${path}${slug}/`, { scheduled_for: '2026-11-21' })
  expect(await mails(app.db)).toEqual([
    ['task_created', body.users[0]],
    ['task_due', body.users[0]],
  ])
  app.clock.now = new Date('2026-11-22T05:59:00Z')
  staff = await app.as('superuser')
  await staff.patch(`${path}${slug}/`, { scheduled_for: '2026-11-22' })
  expect(await mails(app.db)).toHaveLength(2)
})

test('deleting answers 204, removes the task and is audited', async () => {
  const { slug } = (await staff.post(path, await payload(app.db))).body
  expect((await staff.delete(`${path}${slug}/`)).status).toBe(204)
  expect((await staff.delete(`${path}${slug}/`)).status).toBe(404)
  expect(await audited(app.db)).toEqual(['create reminder', 'delete reminder'])
})

test('deleting a project deletes its tasks and audits each deletion', async () => {
  const project = await createProject(app.db, { title: 'Weg' })
  await createTask(app.db, { project_id: project.id })
  await createTask(app.db, { project_id: project.id })
  const kept = await createTask(app.db)
  expect((await staff.delete(`/api/v4/project/${project.slug}/`, { confirm_title: 'Weg' })).status).toBe(204)
  expect(titles(await staff.get(path))).toEqual([kept.title])
  expect(await audited(app.db)).toEqual(['delete reminder', 'delete reminder', 'delete project'])
})
