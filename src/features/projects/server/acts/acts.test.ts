import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createOrganization, createProject } from '#test/factories.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

const bulk = '/api/v4/projects/bulk/'
const read = async (id: number) => (await staff.get(`${bulk}${id}/`)).body

test('tasks go to each project’s active reviewer, or else to the person who started the run', async () => {
  const reviewer = await app.as(['change_projects'])
  const left = await app.as(['change_projects'])
  const made = [
    await createProject(app.db, { title: 'A', reviewer_id: reviewer.userId }),
    await createProject(app.db, { title: 'B' }),
    await createProject(app.db, { title: 'C', reviewer_id: left.userId }),
  ]
  await app.db.updateTable('users').set({ state: 'disabled' }).where('id', '=', left.userId).execute()
  const body = {
    selection: { slugs: made.map((row) => row.slug) },
    title: 'Call',
    scheduled_for: '2026-11-25',
    users: [reviewer.userId],
    to_reviewer: true,
  }
  const preview = (await staff.post(`${bulk}task/preview/`, body)).body
  // One mail for A (already the reviewer), two each for B and C.
  expect(preview.mails).toMatchObject({ count: 5, template: 'task_created', minutes: 0 })
  const { body: started } = await staff.post(`${bulk}task/`, body)
  await app.runJobs()
  expect(await read(started.bulk.id)).toMatchObject({ counts: { done: 3 } })
  const given = await app.db
    .selectFrom('reminder_assignees')
    .innerJoin('reminders', 'reminders.id', 'reminder_id')
    .select(['project_id', 'user_id'])
    .orderBy('project_id')
    .orderBy('user_id')
    .execute()
  const both = [reviewer.userId, staff.userId].sort((a, b) => a - b)
  expect(given.map((row) => [row.project_id, row.user_id])).toEqual([
    [made[0]!.id, reviewer.userId],
    ...both.map((user) => [made[1]!.id, user]),
    ...both.map((user) => [made[2]!.id, user]),
  ])
  expect(await app.db.selectFrom('emails').select('id').execute()).toHaveLength(5)

  const nobody = await staff.post(`${bulk}task/`, { ...body, users: [], to_reviewer: false })
  expect([nobody.status, Object.keys(nobody.body)]).toEqual([400, ['users']])
})

test('removed projects and organizations cannot be selected by slug, in runs or in calls', async () => {
  const removed = await createProject(app.db, { title: 'Removed', status: 4 })
  const selection = { slugs: [removed.slug] }
  const { body } = await staff.post(`${bulk}assign/`, { selection, reviewer: staff.userId })
  await app.runJobs()
  expect(await read(body.bulk.id)).toMatchObject({
    counts: { done: 0, failed: 1 },
    causes: [{ code: 'not_found' }],
  })
  const archived = await staff.post('/api/v4/projects/archive/', { selection })
  expect([archived.status, archived.body]).toEqual([200, { archived: [], gone: [removed.slug] }])
  const organization = await createOrganization(app.db, { status: 4 })
  const other = await staff.post('/api/v4/organizations/archive/', {
    selection: { slugs: [organization.slug] },
  })
  expect([other.status, other.body]).toEqual([200, { archived: [], gone: [organization.slug] }])
})

test('the undo period of a run is a setting that applies from its valid-from day', async () => {
  const { slug } = await createProject(app.db, { ends_on: '2026-01-01' })
  const admin = await app.as(['change_settings'])
  const limit = { key: 'bulk_undo_days', valid_from: '2026-11-21', value: 7 }
  expect((await admin.post('/api/v4/settings/limits/', limit)).status).toBe(201)
  const { body } = await staff.post(`${bulk}archive/preview/`, { selection: { slugs: [slug] } })
  expect(body.undo_until).toBe('2026-11-28T09:00:00.000Z')
})
