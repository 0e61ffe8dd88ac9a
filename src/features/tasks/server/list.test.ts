import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createOrganization, createProject, createTask } from '#test/factories.ts'
import { tasksPath as path, titles } from '#test/tasks.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

test('the list of a target has only its own tasks: open ones by due date, then done ones', async () => {
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

test('tasks of all targets are filtered by assignee, status, due group and date range', async () => {
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
  expect(await found(`assignee_id=${me}`)).toEqual(['done', 'overdue', 'today', 'monday'])
  expect(await found('assignee_id=999999')).toEqual([])
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
  'assignee_id=x',
  'date_from=x',
  'target_id=x',
  'page=2x',
  'color=red',
])('the query %s is refused by name', async (query) => {
  const answer = await staff.get(`${path}?${query}`)
  expect([answer.status, Object.keys(answer.body)]).toEqual([400, [query.split('=')[0]]])
})

test('projects and organizations show their number of open tasks', async () => {
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
