import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createOrganization, createProject } from '#test/factories.ts'

// The list of runs over HTTP: visibility, filters, search and order.

const app = useApp()
let staff: Client
let slugs: string[]
beforeEach(async () => {
  staff = await app.as('superuser')
  const { id } = await createOrganization(app.db)
  const waiting = { organization_id: id, review_status: null, needs_donation_review: true }
  slugs = []
  for (let n = 0; n < 3; n++) slugs.push((await createProject(app.db, waiting)).slug)
})

const start = async (by: Client, action: string, fields: object = {}, chosen = slugs) => {
  const selection = { slugs: chosen }
  const { status, body } = await by.post(`/api/v4/projects/bulk/${action}/`, { selection, ...fields })
  expect(status).toBe(202)
  return body.bulk.id as number
}
const listed = async (by: Client, query = '') => {
  const { status, body } = await by.get(`/api/v4/projects/bulk/${query}`)
  expect([query, status]).toEqual([query, 200])
  expect(body.count).toBe(body.results.length)
  return body.results.map((run: { id: number }) => run.id) as number[]
}
const decide = { kind: 'review', outcome: 4, reason: 'Herbstrunde in Köln' }

test('the list has own runs and others’ runs of acts the reader may do; no other runs can be opened', async () => {
  const reviewer = await app.as(['change_projects'])
  const archivist = await app.as(['view_projects', 'archive_projects'])
  const reader = await app.as(['view_projects'])
  const decided = await start(reviewer, 'decide', decide)
  await app.runJobs()
  const archived = await start(archivist, 'archive', {}, slugs.slice(1))
  await app.runJobs()
  const copied = await start(staff, 'duplicate', {}, slugs.slice(0, 1))
  await app.runJobs()
  expect(await listed(staff)).toEqual([copied, archived, decided])
  expect(await listed(reviewer)).toEqual([decided])
  expect(await listed(archivist)).toEqual([archived])
  expect(await listed(reader)).toEqual([])
  for (const [by, id, status] of [
    [reader, decided, 404],
    [archivist, decided, 404],
    [staff, decided, 200],
  ] as const)
    expect((await by.get(`/api/v4/projects/bulk/${id}/`)).status).toBe(status)
  expect((await staff.get('/api/v4/projects/bulk/')).body.results[2]).toMatchObject({
    id: decided,
    action: 'decide',
    status: 'done',
    total: 3,
    counts: { done: 3, failed: 0 },
    undo_until: '2026-12-21T09:00:00.000Z',
  })
})

test('filters by act, state and who started it; finds by person and reason; oldest first when asked', async () => {
  const reviewer = await app.as(['change_projects'])
  const decided = await start(reviewer, 'decide', decide)
  await app.runJobs()
  const waiting = await start(staff, 'assign', { reviewer: null, note: 'zurück an alle' })
  expect(await listed(staff, '?ordering=created_at')).toEqual([decided, waiting])
  expect(await listed(staff, '?action=decide')).toEqual([decided])
  expect(await listed(staff, '?action=decide,assign')).toEqual([waiting, decided])
  expect(await listed(staff, '?status=running')).toEqual([waiting])
  expect(await listed(staff, '?status=done')).toEqual([decided])
  expect(await listed(staff, '?started_by=me')).toEqual([waiting])
  expect(await listed(staff, '?started_by=others')).toEqual([decided])
  expect(await listed(staff, '?started_by=me,others')).toEqual([waiting, decided])
  expect(await listed(staff, '?search=herbst%20koln')).toEqual([decided])
  expect(await listed(staff, '?search=zuruck')).toEqual([waiting])
  expect(await listed(staff, '?search=50%25')).toEqual([])
  const { first_name, last_name } = await app.db
    .selectFrom('users')
    .innerJoin('bulk_runs', 'bulk_runs.user_id', 'users.id')
    .where('bulk_runs.id', '=', decided)
    .select(['first_name', 'last_name'])
    .executeTakeFirstOrThrow()
  expect(await listed(staff, `?search=${encodeURIComponent(`${first_name} ${last_name}`)}`)).toEqual([
    decided,
  ])
  expect((await staff.get('/api/v4/projects/bulk/?action=delete')).status).toBe(400)
})
