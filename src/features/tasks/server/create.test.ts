import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createOrganization, createUser } from '#test/factories.ts'
import { audited, mails, payload, tasksPath as path } from '#test/tasks.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

test('creating answers 201 with the whole row, its slug and its version', async () => {
  const body = await payload(app.db)
  const answer = await staff.post(path, body)
  expect(answer.status).toBe(201)
  expect(answer.body).toEqual({
    id: 1,
    group: 'later',
    slug: expect.stringMatching(/^freistellungsbescheid-anfordern-[0-9a-f]{10}$/),
    title: 'Freistellungsbescheid anfordern',
    description: 'Beim Träger',
    scheduled_for: '2026-11-30',
    users: [
      { id: body.users[0], full_name_w_username: expect.stringMatching(/^Katrin Vollmer \(user\d+\)$/) },
    ],
    created_by: { full_name_w_username: expect.stringMatching(/^Test Person/) },
    send_completed_mail: true,
    status: 1,
    status_display: 'Open',
    completed_by: null,
    completed_at: null,
    can_resolve: true,
    can_reopen: false,
    can_edit: true,
    can_delete: true,
    has_draft: false,
    target: { type: 'project', id: body.targetId, slug: expect.any(String), title: 'Kletterwand' },
    overdue: false,
    repeat: 'none',
    version: 1,
  })
  expect((await staff.get(`${path}${answer.body.slug}/`)).body).toEqual(answer.body)
  expect(await audited(app.db)).toEqual(['create reminder'])
})

test('a person with create_reminders can list staff and add tasks, but not change those of others', async () => {
  const clerk = await app.as(['create_reminders'])
  expect((await clerk.get('/api/v4/users/staff/')).status).toBe(200)
  const answer = await clerk.post(path, await payload(app.db))
  expect([answer.status, answer.body.can_edit]).toEqual([201, true])
  const { slug, version } = (await staff.post(path, await payload(app.db))).body
  expect((await clerk.patch(`${path}${slug}/`, { title: 'Mine', version })).status).toBe(403)
})

test('target_id and target_type are accepted too, and a target can be an organization', async () => {
  const organization = await createOrganization(app.db, { title: 'Verein' })
  const { targetId: _, targetType: __, ...rest } = await payload(app.db)
  const answer = await staff.post(path, { ...rest, target_id: organization.id, target_type: 'organization' })
  expect([answer.status, answer.body.target]).toEqual([
    201,
    { type: 'organization', id: organization.id, slug: organization.slug, title: 'Verein' },
  ])
})

test('targetId and target_id that contradict each other are refused by name', async () => {
  const organization = await createOrganization(app.db, {})
  const body = await payload(app.db)
  const both = { ...body, target_id: organization.id + body.targetId, target_type: 'organization' }
  const refusal = { target_id: ['This value is not valid'], target_type: ['This value is not valid'] }
  expect((await staff.post(path, both)).body).toEqual(refusal)
  const same = { ...body, target_id: body.targetId, target_type: 'project' }
  const created = await staff.post(path, same)
  expect(created.status).toBe(201)
  expect((await staff.patch(`${path}${created.body.slug}/`, { ...same, target_id: 999 })).body).toEqual({
    target_id: ['This value is not valid'],
  })
  const listed = await staff.get(`${path}?target_type=project&target_id=${body.targetId}&targetId=999`)
  expect([listed.status, listed.body]).toEqual([400, { target_id: ['This value is not valid'] }])
})

test('completion mail is on and the description empty by default', async () => {
  const { send_completed_mail: _, description: __, ...rest } = await payload(app.db)
  expect((await staff.post(path, rest)).body).toMatchObject({ send_completed_mail: true, description: '' })
})

test('missing fields are named, in the language of the caller', async () => {
  const answer = await staff.post(path, { title: ' ', users: [] }, { locale: 'sie_DE' })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({
    title: ['Geben Sie einen Titel ein'],
    scheduled_for: ['Wählen Sie ein Fälligkeitsdatum'],
    users: ['Wählen Sie mindestens eine zuständige Person'],
  })
  expect((await staff.post(path, {})).body).toEqual({
    title: ['Enter a title'],
    scheduled_for: ['Choose a due date'],
    users: ['Choose at least one assignee'],
  })
  const { targetId: _, targetType: __, ...untargeted } = await payload(app.db)
  expect((await staff.post(path, untargeted)).body).toEqual({
    targetId: ['This field is required'],
    targetType: ['This field is required'],
  })
})

test.each([
  ['title', 'x'.repeat(65), ['Shorten the title to 64 characters']],
  ['title', 'two\nlines', ['This value is not valid']],
  ['title', null, ['Enter a title']],
  ['scheduled_for', '2026-02-30', ['A day is sent as YYYY-MM-DD']],
  ['scheduled_for', '30.11.2026', ['A day is sent as YYYY-MM-DD']],
  ['scheduled_for', '', ['Choose a due date']],
  ['scheduled_for', '2026-11-20', ['The due date is in the past']],
  ['users', [0], ['Only active staff can be assignees']],
  ['users', ['1'], ['Only active staff can be assignees']],
  ['users', [999_999], ['Only active staff can be assignees']],
  ['targetId', 999_999, ['This target does not exist']],
  ['targetType', 'user', ['Choose one of the offered values']],
  ['repeat', 'daily', ['Choose one of the offered values']],
  ['extra', 1, ['Unknown field']],
])('%s = %j is refused by name and creates nothing', async (field, value, messages) => {
  const answer = await staff.post(path, { ...(await payload(app.db)), [field]: value })
  expect([answer.status, answer.body]).toEqual([400, { [field]: messages }])
  expect((await staff.get(path)).body.count).toBe(0)
  expect(await mails(app.db)).toEqual([])
})

test('a 64-character title and a due date of today are accepted; today is the day in Berlin', async () => {
  app.clock.now = new Date('2026-11-21T23:30:00Z')
  staff = await app.as('superuser')
  const body = await payload(app.db, { title: 'x'.repeat(64), scheduled_for: '2026-11-22' })
  expect((await staff.post(path, body)).status).toBe(201)
  expect((await staff.post(path, { ...body, scheduled_for: '2026-11-21' })).body).toEqual({
    scheduled_for: ['The due date is in the past'],
  })
})

test.each([
  ['disabled staff', { state: 'disabled' }],
  ['invited staff', { state: 'invited' }],
  ['a promoter', { user_type: 'promoter' }],
])('%s cannot be an assignee', async (_, overrides) => {
  const other = await createUser(app.db, overrides)
  const answer = await staff.post(path, await payload(app.db, { users: [other.id] }))
  expect(answer.body).toEqual({ users: ['Only active staff can be assignees'] })
})

test('adding a task needs change_reminders or create_reminders', async () => {
  const viewer = await app.as(['view_reminders', 'delete_reminders'])
  const answer = await viewer.post(path, await payload(app.db))
  expect([answer.status, answer.body.permission]).toEqual([403, 'change_reminders'])
  const changer = await app.as(['change_reminders'])
  expect((await changer.post(path, await payload(app.db))).status).toBe(201)
})

test('every assignee gets the creation mail once, in their own language', async () => {
  const english = await createUser(app.db, {})
  const german = await createUser(app.db, { language: 'du_DE' })
  const created = await staff.post(
    path,
    await payload(app.db, { users: [english.id, german.id, english.id] }),
  )
  expect(await mails(app.db)).toEqual([
    ['task_created', english.id],
    ['task_created', german.id],
  ])
  const rows = await app.db.selectFrom('emails').selectAll().orderBy('id').execute()
  expect(rows.map((row) => row.language)).toEqual(['en_US', 'du_DE'])
  expect(new Set(rows.map((row) => row.thread)).size).toBe(1)
  expect(rows[0]).toMatchObject({ object_type: 'reminder', object_id: created.body.id })
  expect(rows[0]!.data).toMatchObject({
    title: 'Freistellungsbescheid anfordern',
    due_date: '2026-11-30',
    target: 'Kletterwand',
    link: `/site-admin/tasks/?task=${created.body.slug}`,
  })
})

test('a refused creation mails nobody', async () => {
  await staff.post(path, await payload(app.db, { scheduled_for: '2020-01-01' }))
  expect(await mails(app.db)).toEqual([])
})

test('the same Idempotency-Key creates one task', async () => {
  const body = await payload(app.db)
  const headers = { 'idempotency-key': 'task-1' }
  const first = await staff.post(path, body, { headers })
  const again = await staff.post(path, body, { headers })
  expect([again.status, again.body.slug]).toEqual([201, first.body.slug])
  expect((await staff.get(path)).body.count).toBe(1)
})
