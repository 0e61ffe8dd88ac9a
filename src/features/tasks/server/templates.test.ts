import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createProject, createUser } from '#test/factories.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

const path = '/api/v4/reminders/templates/'
const steps = [
  { title: 'Check notice', description: 'first', days: 0 },
  { title: 'Call', description: '', days: 14 },
  { title: 'Decide', description: '', days: 30 },
]

test('a template is created with title and description alone, listed by title, changed and deleted', async () => {
  const created = await staff.post(path, { title: 'Zusage', description: 'Text' })
  expect([created.status, created.body]).toEqual([
    201,
    { id: expect.any(Number), title: 'Zusage', description: 'Text', steps: [], version: 1 },
  ])
  await staff.post(path, { title: 'Absage', steps })
  const list = (await staff.get(path)).body
  expect(list.results.map((row: { title: string }) => row.title)).toEqual(['Absage', 'Zusage'])
  expect((await staff.get(`${path}?search=text`)).body.count).toBe(1)
  const one = `${path}${created.body.id}/`
  const changed = await staff.patch(one, { title: 'Neu', steps, version: 1 })
  expect(changed.body).toMatchObject({ title: 'Neu', steps, version: 2 })
  const stale = await staff.patch(one, { title: 'Alt', version: 1 })
  expect([stale.status, stale.body.code, stale.body.current.title]).toEqual([409, 'edit_conflict', 'Neu'])
  expect((await staff.delete(one)).status).toBe(204)
  expect((await staff.patch(one, { title: 'x', version: 1 })).status).toBe(404)
  const events = await app.db.selectFrom('audit_events').select('action').orderBy('id').execute()
  expect(events.map((event) => event.action)).toEqual(['create', 'create', 'change', 'delete'])
})

test('fields of a template and of its steps are checked by name', async () => {
  const answer = await staff.post(path, { title: '', steps: [{ title: 'x'.repeat(65), days: -1 }] })
  expect([answer.status, answer.body]).toEqual([
    400,
    {
      title: ['Enter a title'],
      'steps.0.title': ['Shorten the title to 64 characters'],
      'steps.0.days': ['At least 0'],
    },
  ])
})

test('applying creates every step on its day and mails the assignees', async () => {
  const project = await createProject(app.db)
  const person = await createUser(app.db, {})
  const { id } = (await staff.post(path, { title: 'Prüfung', steps })).body
  const body = { start: '2026-12-15', users: [person.id], targetId: project.id, targetType: 'project' }
  const answer = await staff.post(`${path}${id}/apply/`, body)
  expect(answer.status).toBe(201)
  expect(
    answer.body.results.map((task: { title: string; scheduled_for: string }) => [
      task.title,
      task.scheduled_for,
    ]),
  ).toEqual([
    ['Check notice', '2026-12-15'],
    ['Call', '2026-12-29'],
    ['Decide', '2027-01-14'],
  ])
  const { n } = await app.db
    .selectFrom('emails')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('template', '=', 'task_created')
    .executeTakeFirstOrThrow()
  expect(n).toBe(3)
})

test('a template without steps creates one task on the first day', async () => {
  const project = await createProject(app.db)
  const { id } = (await staff.post(path, { title: 'Anruf', description: 'Text' })).body
  const body = { start: '2026-11-21', users: [staff.userId], target_id: project.id, target_type: 'project' }
  const { results } = (await staff.post(`${path}${id}/apply/`, body)).body
  expect(results).toMatchObject([{ title: 'Anruf', description: 'Text', scheduled_for: '2026-11-21' }])
})

test('applying refuses a past start, an unknown target and unknown people, and then creates nothing', async () => {
  const project = await createProject(app.db)
  const { id } = (await staff.post(path, { title: 'Prüfung', steps })).body
  const body = { start: '2026-12-15', users: [staff.userId], targetId: project.id, targetType: 'project' }
  const refused = async (overrides: object) => {
    const answer = await staff.post(`${path}${id}/apply/`, { ...body, ...overrides })
    return [answer.status, Object.keys(answer.body)]
  }
  expect(await refused({ start: '2026-11-20' })).toEqual([400, ['start']])
  expect(await refused({ start: '2199-12-31' })).toEqual([400, ['start']])
  expect(await refused({ targetId: 999 })).toEqual([400, ['targetId']])
  expect(await refused({ users: [999] })).toEqual([400, ['users']])
  expect((await staff.post(`${path}999/apply/`, body)).status).toBe(404)
  expect((await staff.get('/api/v4/reminders/')).body.count).toBe(0)
})
