import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Answer, type Client, type TestApp, testApp } from '../../../../test/app.ts'
import { createOrganization, createProject, createTask, createUser } from '../../../../test/factories.ts'

let app: TestApp
let staff: Client
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.now = new Date('2026-11-21T09:00:00Z')
  await app.reset()
  staff = await app.as('superuser')
})

const path = '/api/v4/reminders/'
const titles = (answer: Answer) => answer.body.results.map((row: { title: string }) => row.title)

/** A payload as the specification writes it. */
async function payload(overrides: Record<string, unknown> = {}) {
  const project = await createProject(app.db, { title: 'Kletterwand' })
  const assignee = await createUser(app.db, { first_name: 'Katrin', last_name: 'Vollmer' })
  return {
    title: 'Freistellungsbescheid anfordern',
    description: 'Beim Träger',
    scheduled_for: '2026-11-30',
    targetId: project.id,
    targetType: 'project',
    users: [assignee.id],
    send_completed_mail: true,
    ...overrides,
  }
}

/** Every queued mail as [template, user id]. */
async function mails() {
  const rows = await app.db.selectFrom('emails').select(['template', 'user_id']).orderBy('id').execute()
  return rows.map((row) => [row.template, row.user_id])
}
const audited = async () =>
  (await app.db.selectFrom('audit_events').select(['action', 'object_type']).orderBy('id').execute()).map(
    (row) => `${row.action} ${row.object_type}`,
  )

test('creating answers 201 with the whole row, its slug and its version', async () => {
  const body = await payload()
  const answer = await staff.post(path, body)
  expect(answer.status).toBe(201)
  expect(answer.body).toEqual({
    id: 1,
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
    target: { type: 'project', id: body.targetId, slug: expect.any(String), title: 'Kletterwand' },
    overdue: false,
    repeat: 'none',
    version: 1,
  })
  expect((await staff.get(`${path}${answer.body.slug}/`)).body).toEqual(answer.body)
  expect(await audited()).toEqual(['create reminder'])
})

test('target_id and target_type are taken as well, an organization is a target too', async () => {
  const organization = await createOrganization(app.db, { title: 'Verein' })
  const { targetId: _, targetType: __, ...rest } = await payload()
  const answer = await staff.post(path, { ...rest, target_id: organization.id, target_type: 'organization' })
  expect([answer.status, answer.body.target]).toEqual([
    201,
    { type: 'organization', id: organization.id, slug: organization.slug, title: 'Verein' },
  ])
})

test('completion mail is on and the description empty unless told otherwise', async () => {
  const { send_completed_mail: _, description: __, ...rest } = await payload()
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
  const { targetId: _, targetType: __, ...untargeted } = await payload()
  expect((await staff.post(path, untargeted)).body).toEqual({
    targetId: ['This field is required'],
    targetType: ['This field is required'],
  })
})

test.each([
  ['title', 'x'.repeat(65), ['Shorten the title to 64 characters']],
  ['title', 'two\nlines', ['This value is not valid']],
  ['title', null, ['Enter a title']],
  ['scheduled_for', '2026-02-30', ['Enter the date as DD.MM.YYYY']],
  ['scheduled_for', '30.11.2026', ['Enter the date as DD.MM.YYYY']],
  ['scheduled_for', '', ['Choose a due date']],
  ['scheduled_for', '2026-11-20', ['The due date lies in the past']],
  ['users', [0], ['Only active staff can be assignees']],
  ['users', ['1'], ['Only active staff can be assignees']],
  ['users', [999_999], ['Only active staff can be assignees']],
  ['targetId', 999_999, ['This target does not exist']],
  ['targetType', 'user', ['Choose one of the offered values']],
  ['repeat', 'daily', ['Choose one of the offered values']],
  ['extra', 1, ['Unknown field']],
])('%s = %j is refused by name and creates nothing', async (field, value, messages) => {
  const answer = await staff.post(path, { ...(await payload()), [field]: value })
  expect([answer.status, answer.body]).toEqual([400, { [field]: messages }])
  expect((await staff.get(path)).body.count).toBe(0)
  expect(await mails()).toEqual([])
})

test('64 characters and today are allowed; today is the day in Berlin', async () => {
  app.clock.now = new Date('2026-11-21T23:30:00Z')
  staff = await app.as('superuser')
  const body = await payload({ title: 'x'.repeat(64), scheduled_for: '2026-11-22' })
  expect((await staff.post(path, body)).status).toBe(201)
  expect((await staff.post(path, { ...body, scheduled_for: '2026-11-21' })).body).toEqual({
    scheduled_for: ['The due date lies in the past'],
  })
})

test.each([
  ['disabled staff', { state: 'disabled' }],
  ['invited staff', { state: 'invited' }],
  ['a promoter', { user_type: 'promoter' }],
])('%s cannot be an assignee', async (_, overrides) => {
  const other = await createUser(app.db, overrides)
  const answer = await staff.post(path, await payload({ users: [other.id] }))
  expect(answer.body).toEqual({ users: ['Only active staff can be assignees'] })
})

test('adding a task needs change_reminders', async () => {
  const viewer = await app.as(['view_reminders', 'create_reminders'])
  const answer = await viewer.post(path, await payload())
  expect([answer.status, answer.body.permission]).toEqual([403, 'change_reminders'])
  const changer = await app.as(['change_reminders'])
  expect((await changer.post(path, await payload())).status).toBe(201)
})

test('every assignee gets the creation mail once, in the own language', async () => {
  const english = await createUser(app.db, {})
  const german = await createUser(app.db, { language: 'du_DE' })
  const created = await staff.post(path, await payload({ users: [english.id, german.id, english.id] }))
  expect(await mails()).toEqual([
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
  await staff.post(path, await payload({ scheduled_for: '2020-01-01' }))
  expect(await mails()).toEqual([])
})

test('the list of a target holds its tasks alone: open ones by due date, done ones last', async () => {
  const project = await createProject(app.db)
  const organization = await createOrganization(app.db, {})
  await createTask(app.db, { project_id: project.id, title: 'late', scheduled_for: '2026-12-24' })
  await createTask(app.db, {
    project_id: project.id,
    title: 'done',
    scheduled_for: '2026-11-01',
    status: 2,
    completed_at: app.clock.now,
  })
  await createTask(app.db, { project_id: project.id, title: 'soon', scheduled_for: '2026-11-22' })
  await createTask(app.db, { organization_id: organization.id, title: 'other' })
  const answer = await staff.get(`${path}?target_type=project&target_id=${project.id}`)
  expect(titles(answer)).toEqual(['soon', 'late', 'done'])
  expect(answer.body).toMatchObject({ count: 3, total_pages: 1, current_page: 1 })
  expect(titles(await staff.get(`${path}?targetType=organization&targetId=${organization.id}`))).toEqual([
    'other',
  ])
  expect((await staff.get(`${path}?target_id=${project.id}`)).body).toEqual({
    target_type: ['This field is required'],
  })
})

test('over all targets: mine, open or done, overdue, today, this week, between two days', async () => {
  const me = staff.userId
  await createTask(app.db, { title: 'overdue', scheduled_for: '2026-11-20', users: [me] })
  await createTask(app.db, { title: 'today', scheduled_for: '2026-11-21', users: [me] })
  await createTask(app.db, { title: 'sunday', scheduled_for: '2026-11-22' })
  await createTask(app.db, { title: 'monday', scheduled_for: '2026-11-23', users: [me] })
  const done = { scheduled_for: '2026-11-10', status: 2, completed_at: app.clock.now }
  await createTask(app.db, { title: 'done', users: [me], ...done })
  const found = async (query: string) => {
    const answer = await staff.get(`${path}?ordering=scheduled_for&${query}`)
    expect(answer.body.count).toBe(answer.body.results.length)
    return titles(answer)
  }
  expect(await found('')).toEqual(['done', 'overdue', 'today', 'sunday', 'monday'])
  expect(await found('assignee=me')).toEqual(['done', 'overdue', 'today', 'monday'])
  expect(await found('assignee=me&status=open')).toEqual(['overdue', 'today', 'monday'])
  expect(await found('status=done')).toEqual(['done'])
  expect(await found('status=2')).toEqual(['done'])
  expect(await found('due=overdue')).toEqual(['overdue'])
  expect(await found('due=overdue,today')).toEqual(['overdue', 'today'])
  expect(await found('due=week')).toEqual(['overdue', 'today', 'sunday'])
  expect(await found('date_from=2026-11-22&date_to=2026-11-23')).toEqual(['sunday', 'monday'])
  const rows = (await staff.get(`${path}?due=overdue`)).body.results
  expect(rows.map((row: { overdue: boolean }) => row.overdue)).toEqual([true])
  expect((await staff.get(`${path}summary/`)).body).toEqual({ overdue: 1, today: 1, week: 0 })
})

test('search finds title and target, and its wildcards are ordinary characters', async () => {
  const project = await createProject(app.db, { title: 'Straße 100 %' })
  await createTask(app.db, { title: 'Prüfen', project_id: project.id })
  await createTask(app.db, { title: 'Andere' })
  expect(titles(await staff.get(`${path}?search=pruf`))).toEqual(['Prüfen'])
  expect(titles(await staff.get(`${path}?search=strasse`))).toEqual(['Prüfen'])
  expect(titles(await staff.get(`${path}?search=%25`))).toEqual(['Prüfen'])
  await staff.patch(`/api/v4/project/${project.slug}/`, { title: 'Gasse', version: project.version })
  expect(titles(await staff.get(`${path}?search=gasse`))).toEqual(['Prüfen'])
})

test.each([
  'status=late',
  'ordering=color',
  'due=tomorrow',
  'assignee=you',
  'date_from=x',
  'target_id=x',
  'page=2x',
  'color=red',
])('the query %s is refused by name', async (query) => {
  const answer = await staff.get(`${path}?${query}`)
  expect([answer.status, Object.keys(answer.body)]).toEqual([400, [query.split('=')[0]]])
})

test('a save repeats the payload, changes what differs and mails only the newly added', async () => {
  const body = await payload()
  const { slug, version } = (await staff.post(path, body)).body
  const added = await createUser(app.db, {})
  const before = (await mails()).length
  const saved = await staff.patch(`${path}${slug}/`, {
    ...body,
    title: 'Neu',
    users: [...body.users, added.id],
    version,
  })
  expect(saved.status).toBe(200)
  expect(saved.body).toMatchObject({ title: 'Neu', version: 2, description: 'Beim Träger' })
  expect((await mails()).slice(before)).toEqual([['task_created', added.id]])
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
  const body = await payload()
  const { slug } = (await staff.post(path, body)).body
  expect((await staff.patch(`${path}${slug}/`, body)).body.version).toBe(1)
  expect(await audited()).toEqual(['create reminder'])
})

test('a stale version is 409 with the row as it is; If-Match counts as well', async () => {
  const { slug } = (await staff.post(path, await payload())).body
  await staff.patch(`${path}${slug}/`, { title: 'First', version: 1 })
  const stale = await staff.patch(`${path}${slug}/`, { title: 'Second' }, { headers: { 'if-match': '"1"' } })
  expect([stale.status, stale.body.code, stale.body.current.title]).toEqual([409, 'edit_conflict', 'First'])
  expect(
    (await staff.patch(`${path}${slug}/`, { title: 'Third' }, { headers: { 'if-match': '2' } })).status,
  ).toBe(200)
})

test('a task stays with its target', async () => {
  const body = await payload()
  const other = await createProject(app.db)
  const { slug } = (await staff.post(path, body)).body
  expect((await staff.patch(`${path}${slug}/`, { ...body, targetId: other.id })).body).toEqual({
    targetId: ['A task stays with the project or organization it was created for'],
  })
  expect((await staff.patch(`${path}${slug}/`, { target_type: 'organization' })).status).toBe(400)
})

test('an assignee whose account was disabled may stay, but not be added', async () => {
  const body = await payload()
  const { slug } = (await staff.post(path, body)).body
  await app.db.updateTable('users').set({ state: 'disabled' }).where('id', '=', body.users[0]!).execute()
  expect((await staff.patch(`${path}${slug}/`, { ...body, title: 'Neu' })).status).toBe(200)
})

test('somebody taken off and given the task again is told again', async () => {
  const body = await payload()
  const { slug } = (await staff.post(path, body)).body
  await staff.patch(`${path}${slug}/`, { users: [staff.userId] })
  await staff.patch(`${path}${slug}/`, { users: body.users })
  expect(await mails()).toEqual([
    ['task_created', body.users[0]],
    ['task_created', staff.userId],
    ['task_created', body.users[0]],
  ])
})

test('a task moved to today after seven mails its due day at once, before seven not', async () => {
  const body = await payload()
  const { slug } = (await staff.post(path, body)).body
  await staff.patch(`${path}${slug}/`, { scheduled_for: '2026-11-21' })
  expect(await mails()).toEqual([
    ['task_created', body.users[0]],
    ['task_due', body.users[0]],
  ])
  app.clock.now = new Date('2026-11-22T05:59:00Z')
  staff = await app.as('superuser')
  await staff.patch(`${path}${slug}/`, { scheduled_for: '2026-11-22' })
  expect(await mails()).toHaveLength(2)
})

test('done: status 2, done by whom, nobody can do it again or edit it', async () => {
  const { slug } = (await staff.post(path, await payload())).body
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
  expect(await audited()).toEqual(['create reminder', 'resolve reminder', 'reopen reminder'])
  expect((await staff.post(`${path}resolve/${slug}/`, {})).body).toEqual({
    resolve: ['This field is required'],
  })
})

test('creator, assignee and holders of the permission act; an onlooker is refused', async () => {
  const creator = await app.as(['change_reminders'])
  const assignee = await app.as(['view_reminders'])
  const onlooker = await app.as(['view_reminders'])
  const deleter = await app.as(['delete_reminders'])
  const { slug } = (await creator.post(path, await payload({ users: [assignee.userId] }))).body
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

test('the creator who asked hears of the completion, unless it was the creator who did it', async () => {
  const creator = await app.as('superuser')
  const other = await app.as(['change_reminders'])
  const create = async (send_completed_mail: boolean) =>
    (await creator.post(path, await payload({ users: [other.userId], send_completed_mail }))).body
      .slug as string
  const [asked, quiet, own] = [await create(true), await create(false), await create(true)]
  await app.db.deleteFrom('emails').execute()
  await other.post(`${path}resolve/${asked}/`, { resolve: true })
  await other.post(`${path}resolve/${quiet}/`, { resolve: true })
  await creator.post(`${path}resolve/${own}/`, { resolve: true })
  expect(await mails()).toEqual([['task_completed', creator.userId]])
})

test('many are done at once; those that refuse are named', async () => {
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

test('a done occurrence plans the next one, without another creation mail; undoing takes it away', async () => {
  const body = await payload({ scheduled_for: '2027-01-31', repeat: 'monthly' })
  const { slug } = (await staff.post(path, body)).body
  await staff.post(`${path}resolve/${slug}/`, { resolve: true })
  const next = (await staff.get(`${path}?status=open`)).body.results
  expect(next).toMatchObject([
    {
      title: body.title,
      scheduled_for: '2027-02-28',
      repeat: 'monthly',
      users: [{ id: body.users[0] }],
      version: 1,
    },
  ])
  expect((await mails()).filter(([template]) => template === 'task_created')).toHaveLength(1)
  await staff.post(`${path}resolve/${slug}/`, { resolve: false })
  expect((await staff.get(path)).body.results).toMatchObject([{ slug, status: 1 }])
  await staff.post(`${path}resolve/${slug}/`, { resolve: true })
  const [again] = (await staff.get(`${path}?status=open`)).body.results
  await staff.post(`${path}resolve/${again.slug}/`, { resolve: true })
  expect((await staff.get(`${path}?status=open`)).body.results).toMatchObject([
    { scheduled_for: '2027-03-31' },
  ])
})

test('a next occurrence that was changed stays when the first is reopened, and none is planned twice', async () => {
  const { slug } = (await staff.post(path, await payload({ repeat: 'weekly' }))).body
  await staff.post(`${path}resolve/${slug}/`, { resolve: true })
  const [next] = (await staff.get(`${path}?status=open`)).body.results
  await staff.patch(`${path}${next.slug}/`, { title: 'Changed' })
  await staff.post(`${path}resolve/${slug}/`, { resolve: false })
  expect((await staff.get(path)).body.count).toBe(2)
  await staff.post(`${path}resolve/${slug}/`, { resolve: true })
  expect((await staff.get(path)).body.count).toBe(2)
})

test('moving the day of a repeating task starts its count anew', async () => {
  const { slug } = (await staff.post(path, await payload({ scheduled_for: '2026-11-30', repeat: 'monthly' })))
    .body
  await staff.patch(`${path}${slug}/`, { scheduled_for: '2026-12-15' })
  await staff.post(`${path}resolve/${slug}/`, { resolve: true })
  expect((await staff.get(`${path}?status=open`)).body.results).toMatchObject([
    { scheduled_for: '2027-01-15' },
  ])
})

test('deleting answers 204, takes the task away and is recorded', async () => {
  const { slug } = (await staff.post(path, await payload())).body
  expect((await staff.delete(`${path}${slug}/`)).status).toBe(204)
  expect((await staff.delete(`${path}${slug}/`)).status).toBe(404)
  expect(await audited()).toEqual(['create reminder', 'delete reminder'])
})

test('deleting a project takes its tasks along, each recorded', async () => {
  const project = await createProject(app.db, { title: 'Weg' })
  await createTask(app.db, { project_id: project.id })
  await createTask(app.db, { project_id: project.id })
  const kept = await createTask(app.db)
  expect((await staff.delete(`/api/v4/project/${project.slug}/`, { confirm_title: 'Weg' })).status).toBe(204)
  expect(titles(await staff.get(path))).toEqual([kept.title])
  expect(await audited()).toEqual(['delete reminder', 'delete reminder', 'delete project'])
})

test('rows of projects and organizations carry how many open tasks they have', async () => {
  const organization = await createOrganization(app.db, { title: 'with' })
  const project = await createProject(app.db, { title: 'with', organization_id: organization.id })
  await createProject(app.db, { title: 'without', organization_id: organization.id })
  await createTask(app.db, { project_id: project.id })
  await createTask(app.db, { project_id: project.id })
  await createTask(app.db, { project_id: project.id, status: 2, completed_at: app.clock.now })
  await createTask(app.db, { organization_id: organization.id })
  const counts = async (list: string) =>
    (await staff.get(list)).body.results.map((row: { title: string; open_tasks: number }) => [
      row.title,
      row.open_tasks,
    ])
  expect(await counts('/api/v4/projects/?ordering=title')).toEqual([
    ['with', 2],
    ['without', 0],
  ])
  expect(await counts('/api/v4/organizations/')).toEqual([['with', 1]])
  expect((await staff.get(`/api/v4/project/${project.slug}/`)).body.open_tasks).toBe(2)
  expect((await staff.get(`/api/v4/organization/${organization.slug}/`)).body.open_tasks).toBe(1)
})

test('the same Idempotency-Key creates one task', async () => {
  const body = await payload()
  const headers = { 'idempotency-key': 'task-1' }
  const first = await staff.post(path, body, { headers })
  const again = await staff.post(path, body, { headers })
  expect([again.status, again.body.slug]).toEqual([201, first.body.slug])
  expect((await staff.get(path)).body.count).toBe(1)
})

test('two people doing the same task at once: one is refused, one next occurrence is planned', async () => {
  const other = await app.as('superuser')
  const task = await createTask(app.db, { repeat: 'weekly' })
  const answers = await Promise.all(
    [staff, other].map((person) => person.post(`${path}resolve/${task.slug}/`, { resolve: true })),
  )
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await staff.get(`${path}?status=open`)).body.count).toBe(1)
})
