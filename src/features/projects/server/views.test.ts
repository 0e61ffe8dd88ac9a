import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createOrganization, createProject } from '#test/factories.ts'
import { rolePresets } from '#features/users/presets.ts'
import { mostViews } from '../views/rules.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

const path = '/api/v4/projects/views/'
const counts = async (person: Client) =>
  Object.fromEntries(
    (await person.get(path)).body.map((view: { title: string; count: number }) => [view.title, view.count]),
  )

test('the built-in views count active records for the person who asks', async () => {
  const ending = await createOrganization(app.db, { exemption_kind: 'notice', exemption_date: '2021-12-01' })
  const waiting = { needs_donation_review: true }
  const long = new Date('2026-11-01T08:00:00Z')
  const recent = new Date('2026-11-20T08:00:00Z')
  await createProject(app.db, { organization_id: ending.id })
  await createProject(app.db, { ...waiting, updated_at: long, reviewer_id: staff.userId })
  await createProject(app.db, { ...waiting, updated_at: recent })
  await createProject(app.db, { ...waiting, status: 3 })
  const expected = {
    All: 3,
    'Needs review': 2,
    Mine: 1,
    'Nobody’s': 1,
    Overdue: 1,
    'Proof ends in 30 days': 1,
  }
  expect(await counts(staff)).toEqual(expected)
  const other = await app.as(['view_projects'])
  expect(await counts(other)).toEqual({ ...expected, Mine: 0 })
  expect(
    (await other.get(path, { locale: 'sie_DE' })).body.map((view: { title: string }) => view.title),
  ).toEqual(['Alle', 'Prüfung nötig', 'Meine', 'Ohne Zuständige', 'Überfällig', 'Nachweis endet in 30 Tagen'])
  expect((await (await app.as([])).get(path)).status).toBe(403)
})

test('a wait one day over the limit is overdue, a wait at the limit is not', async () => {
  for (const day of ['2026-11-07', '2026-11-06'])
    await createProject(app.db, { needs_donation_review: true, updated_at: new Date(`${day}T10:00:00Z`) })
  expect((await counts(staff)).Overdue).toBe(1)
})

test('a shared view is visible to others, but only its owner changes it', async () => {
  await createProject(app.db, { status: 1 })
  const other = await app.as(['view_projects'])
  const created = await staff.post(path, { title: 'Begun', query: 'status=in_progress&ordering=-title' })
  expect([created.status, created.body]).toMatchObject([201, { is_mine: true, is_shared: false, count: 1 }])
  const { slug } = created.body
  expect(Object.keys(await counts(staff))).toContain('Begun')
  expect(Object.keys(await counts(other))).not.toContain('Begun')
  const shared = await staff.patch(`${path}${slug}/`, { is_shared: true, version: 1 })
  expect(shared.body).toMatchObject({ is_shared: true, version: 2 })
  const seen = (await other.get(path)).body.at(-1)
  expect(seen).toMatchObject({ title: 'Begun', is_mine: false, is_shared: true, count: 1 })
  expect((await other.patch(`${path}${slug}/`, { title: 'Mine', version: 2 })).status).toBe(404)
  expect((await other.delete(`${path}${slug}/`)).status).toBe(404)
  expect((await staff.patch(`${path}${slug}/`, { title: 'Late', version: 1 })).body.code).toBe(
    'edit_conflict',
  )
  expect((await staff.patch('/api/v4/projects/views/all/', { title: 'Late', version: 1 })).status).toBe(404)
  expect((await staff.delete(`${path}${slug}/`)).status).toBe(204)
  expect(Object.keys(await counts(other))).not.toContain('Begun')
})

test('an unknown query is rejected, and a saved query that became unknown has no count', async () => {
  for (const [body, field] of [
    [{ title: '', query: '' }, 'title'],
    [{ title: 'Odd', query: 'colour=red' }, 'query'],
    [{ title: 'Odd', query: 'goal=much' }, 'query'],
  ] as const) {
    const { status, body: answer } = await staff.post(path, body)
    expect([status, Object.keys(answer)]).toEqual([400, [field]])
  }
  const { slug } = (await staff.post(path, { title: 'Odd', query: '' })).body
  await app.db.updateTable('project_views').set({ query: 'colour=red' }).where('slug', '=', slug).execute()
  expect((await counts(staff)).Odd).toBeNull()
})

const opening = async (person: Client) => (await person.get(`${path}opening/`)).body.query
const reviewing = rolePresets.find(({ key }) => key === 'reviewer')!.permissions

test('the list opens with the view set for the person’s role, or unfiltered if none is set', async () => {
  const office = await app.as(['change_settings', 'view_projects'])
  const reviewer = await app.as([...reviewing])
  expect([await opening(reviewer), await opening(staff)]).toEqual(['', ''])
  const set = (slug: string, roles: unknown, person = office) =>
    person.patch(`${path}${slug}/opening/`, { roles })
  expect(await set('needs_review', ['reviewer', 'administration'])).toMatchObject({
    status: 200,
    body: { opens_for: ['administration', 'reviewer'] },
  })
  const waiting = 'needs_review=review,voting_review'
  expect([await opening(reviewer), await opening(staff), await opening(office)]).toEqual([
    waiting,
    waiting,
    '',
  ])
  // A role has one opening view: setting another replaces it.
  await set('overdue', ['reviewer'])
  expect([await opening(reviewer), await opening(staff)]).toEqual(['waiting=..-15', waiting])
  const seen = (await office.get(path)).body.map((view: { slug: string; opens_for: string[] }) => [
    view.slug,
    view.opens_for,
  ])
  expect(Object.fromEntries(seen)).toMatchObject({
    needs_review: ['administration'],
    overdue: ['reviewer'],
    all: [],
  })
  await set('overdue', [])
  expect(await opening(reviewer)).toBe('')
  expect((await set('overdue', ['reviewer'], reviewer)).status).toBe(403)
  expect((await set('overdue', ['boss'])).body).toHaveProperty(['roles.0'])
  expect((await set('nothing-there', ['reviewer'])).status).toBe(404)
})

test('a list opens only with shared views, and with none that is unshared, broken or deleted', async () => {
  const reviewer = await app.as([...reviewing])
  const { slug } = (await staff.post(path, { title: 'All', query: 'status=in_progress' })).body
  expect(slug).toBe('all-2')
  const set = () => staff.patch(`${path}${slug}/opening/`, { roles: ['reviewer'] })
  expect(await set()).toMatchObject({
    status: 400,
    body: { roles: ['Share the view first: others do not see it yet'] },
  })
  expect(
    (await (await app.as(['change_settings'])).patch(`${path}${slug}/opening/`, { roles: [] })).status,
  ).toBe(404)
  await staff.patch(`${path}${slug}/`, { is_shared: true, version: 1 })
  await set()
  expect(await opening(reviewer)).toBe('status=in_progress')
  await app.db.updateTable('project_views').set({ query: 'colour=red' }).where('slug', '=', slug).execute()
  expect(await opening(reviewer)).toBe('')
  await staff.patch(`${path}${slug}/`, { is_shared: false, query: 'status=complete', version: 2 })
  expect(await opening(reviewer)).toBe('')
  await staff.patch(`${path}${slug}/`, { is_shared: true, version: 3 })
  expect(await opening(reviewer)).toBe('')
  await set()
  expect(await opening(reviewer)).toBe('status=complete')
  await staff.delete(`${path}${slug}/`)
  expect(await app.db.selectFrom('project_view_openings').selectAll().execute()).toEqual([])
})

test('a person cannot keep more views than a menu can hold', async () => {
  const at = app.clock.now
  await app.db
    .insertInto('project_views')
    .values(
      Array.from({ length: mostViews }, (_, nth) => ({
        slug: `view-${nth}`,
        title: 'View',
        query: '',
        user_id: staff.userId,
        created_at: at,
        updated_at: at,
      })),
    )
    .execute()
  const { status, body } = await staff.post(path, { title: 'One more', query: '' })
  expect([status, body]).toEqual([400, { title: ['At most 50 views'] }])
})
