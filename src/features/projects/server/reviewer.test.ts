import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createProject, createUser } from '#test/factories.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as(['change_projects'])))

const path = '/api/v4/projects/reviewer/'
const row = async (slug: string) => (await staff.get(`/api/v4/project/${slug}/`)).body
const listed = async () => (await staff.get('/api/v4/projects/')).body.results

test('a project shows its reviewer in list and detail until it is reassigned or unassigned', async () => {
  const { slug } = await createProject(app.db)
  const other = await createUser(app.db, {
    rights: ['change_projects'],
    first_name: 'Ayşe',
    last_name: 'Demir',
  })
  expect((await row(slug)).reviewer).toBeNull()

  const given = await staff.post(path, { project_slugs: [slug], reviewer: other.id })
  expect([given.status, given.body]).toEqual([200, { assigned: [slug] }])
  expect((await row(slug)).reviewer).toEqual({ id: other.id, name: 'Ayşe Demir' })
  expect((await listed())[0].reviewer).toEqual({ id: other.id, name: 'Ayşe Demir' })

  await staff.post(path, { project_slugs: [slug], reviewer: staff.userId })
  expect((await row(slug)).reviewer.id).toBe(staff.userId)
  await staff.post(path, { project_slugs: [slug], reviewer: null })
  expect((await row(slug)).reviewer).toBeNull()
})

test('a selection is handed over as one, and the history has only actual changes', async () => {
  const mine = await createProject(app.db, { reviewer_id: staff.userId })
  const free = await createProject(app.db)
  await createProject(app.db, { status: 3 })
  const selection = { query: 'exclude_status=archived', expected_count: 2 }
  const answer = await staff.post(path, { selection, reviewer: staff.userId })
  expect(answer.body.assigned.toSorted()).toEqual([mine.slug, free.slug].toSorted())
  const { username } = await app.db
    .selectFrom('users')
    .select('username')
    .where('id', '=', staff.userId)
    .executeTakeFirstOrThrow()
  const events = await app.db
    .selectFrom('audit_events')
    .select(['object_id', 'action', 'before', 'after'])
    .orderBy('id')
    .execute()
  expect(events).toEqual([
    {
      object_id: free.id,
      action: 'change',
      before: { reviewer: null },
      after: { reviewer: username },
    },
  ])
})

test('assigning a reviewer does not make open edits stale', async () => {
  const { slug, version } = await createProject(app.db)
  await staff.post(path, { project_slugs: [slug], reviewer: staff.userId })
  expect((await staff.patch(`/api/v4/project/${slug}/`, { title: 'New', version })).status).toBe(200)
})

test('a reviewer without the right, disabled or not staff is rejected and nothing changes', async () => {
  const { slug } = await createProject(app.db)
  const users = await Promise.all([
    createUser(app.db, { rights: ['view_projects'] }),
    createUser(app.db, { rights: ['change_projects'], state: 'disabled' }),
    createUser(app.db, { rights: ['change_projects'], user_type: 'company' }),
  ])
  for (const reviewer of [...users.map((user) => user.id), 4_711_000]) {
    const answer = await staff.post(path, { project_slugs: [slug], reviewer })
    expect([answer.status, answer.body]).toEqual([
      400,
      { reviewer: ['Choose somebody who may change projects'] },
    ])
  }
  expect((await staff.post(path, { project_slugs: [slug] })).body).toHaveProperty('reviewer')
  expect((await row(slug)).reviewer).toBeNull()
})

test('everyone who may decide can be given projects, whether or not they see tasks', async () => {
  await createUser(app.db, { rights: ['view_projects', 'view_reminders'] })
  await createUser(app.db, { rights: ['change_projects'], state: 'disabled' })
  const able = await createUser(app.db, {
    rights: ['change_projects'],
    first_name: 'Ayşe',
    last_name: 'Demir',
  })
  const { body } = await staff.get('/api/v4/projects/reviewers/')
  expect(body).toContainEqual({ id: able.id, full_name_w_username: `Ayşe Demir (${able.username})` })
  const everybody = await app.db.selectFrom('users').select('id').where('is_superuser', '=', true).execute()
  expect(body.map((one: { id: number }) => one.id).toSorted(byNumber)).toEqual(
    [able.id, staff.userId, ...everybody.map((one) => one.id)].toSorted(byNumber),
  )
})

test('waiting since is when the longest waiting review was requested, and ends on decision or archiving', async () => {
  const { slug } = await createProject(app.db)
  const change = async (body: object) => {
    const { version } = await row(slug)
    expect((await staff.patch(`/api/v4/project/${slug}/`, { ...body, version })).status).toBe(200)
  }
  expect((await row(slug)).waiting_since).toBeNull()
  app.clock.now = new Date('2026-11-21T09:10:00Z')
  await change({ needs_voting_review: true })
  app.clock.now = new Date('2026-11-21T09:20:00Z')
  await change({ needs_donation_review: true })
  expect((await row(slug)).waiting_since).toBe('2026-11-21T09:10:00.000Z')
  expect((await listed())[0].waiting_since).toBe('2026-11-21T09:10:00.000Z')

  const decide = async (kind: string) =>
    staff.post(`/api/v4/project/${slug}/review/`, { kind, outcome: 2, version: (await row(slug)).version })
  await decide('voting')
  expect((await row(slug)).waiting_since).toBe('2026-11-21T09:20:00.000Z')
  await app.db.updateTable('projects').set({ status: 3 }).where('slug', '=', slug).execute()
  expect((await row(slug)).waiting_since).toBeNull()
  await app.db.updateTable('projects').set({ status: 2 }).where('slug', '=', slug).execute()
  await decide('review')
  expect((await row(slug)).waiting_since).toBeNull()
})

test('a project with an unknown start of waiting has waited since its creation', async () => {
  const { slug, id, created_at } = await createProject(app.db, { needs_donation_review: true })
  await app.db
    .updateTable('projects')
    .set({ needs_donation_review_since: null })
    .where('id', '=', id)
    .execute()
  expect((await row(slug)).waiting_since).toBe(created_at.toISOString())
})

const byNumber = (a: number, b: number) => a - b
