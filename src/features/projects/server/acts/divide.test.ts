import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createProject, createUser } from '#test/factories.ts'

// Dividing the queue and assigning projects to colleagues: shares, mails and undo.

const app = useApp()
let staff: Client
let ayse: number
let jonas: number
beforeEach(async () => {
  staff = await app.as(['change_projects'])
  const rights = ['change_projects'] as const
  ayse = (await createUser(app.db, { rights: [...rights], first_name: 'Ayşe', last_name: 'Demir' })).id
  jonas = (await createUser(app.db, { rights: [...rights], first_name: 'Jonas', last_name: 'Brandt' })).id
})

type Row = Parameters<typeof createProject>[1]
/** Projects that wait for a review, the longest waiting first. */
async function waiting(count: number, row: Row = {}) {
  const made = []
  for (let n = 0; n < count; n++) {
    const needs_donation_review_since = new Date(Date.UTC(2026, 9, 1 + n))
    const asked = { needs_donation_review: true, review_status: null, needs_donation_review_since }
    made.push(await createProject(app.db, { title: `Project ${n}`, ...asked, ...row }))
  }
  return made
}
const slugsOf = (made: { slug: string }[]) => made.map((row) => row.slug)
const reviewers = async (made: { id: number }[]) => {
  const ids = made.map((row) => row.id)
  const rows = await app.db
    .selectFrom('projects')
    .select(['id', 'reviewer_id'])
    .where('id', 'in', ids)
    .execute()
  return ids.map((id) => rows.find((row) => row.id === id)!.reviewer_id)
}
async function run(action: string, body: object) {
  const { status, body: answer } = await staff.post(`/api/v4/projects/bulk/${action}/`, body)
  expect([status, answer.bulk?.status]).toEqual([202, 'running'])
  await app.runJobs()
  return (await staff.get(`/api/v4/projects/bulk/${answer.bulk.id}/`)).body
}
const mails = () =>
  app.db
    .selectFrom('emails')
    .select(['user_id', 'state', 'data', 'next_attempt_at'])
    .where('template', '=', 'review_handed_over')
    .orderBy('user_id')
    .execute()

test('projects are divided evenly in turn, longest wait first; dividing again takes none away', async () => {
  const made = await waiting(5)
  const selection = { query: 'needs_review=review', expected_count: 5 }
  const both = { reviewers: [ayse, jonas] }
  const before = (await staff.post('/api/v4/projects/bulk/divide/preview/', { selection, ...both })).body
  expect([before.will_change, before.samples, before.shares]).toEqual([
    5,
    [],
    [
      { id: ayse, name: 'Ayşe Demir', gets: 3, has: 0 },
      { id: jonas, name: 'Jonas Brandt', gets: 2, has: 0 },
    ],
  ])
  await run('divide', { selection, ...both })
  const first = [ayse, jonas, ayse, jonas, ayse]
  expect(await reviewers(made)).toEqual(first)

  const more = await waiting(2)
  const again = { query: 'needs_review=review', expected_count: 7 }
  const next = (await staff.post('/api/v4/projects/bulk/divide/preview/', { selection: again, ...both })).body
  expect(next.shares).toEqual([
    { id: ayse, name: 'Ayşe Demir', gets: 1, has: 3 },
    { id: jonas, name: 'Jonas Brandt', gets: 1, has: 2 },
  ])
  expect(next.skipped).toEqual([{ code: 'already_theirs', text: 'Stays with its reviewer', count: 5 }])
  const done = await run('divide', { selection: again, ...both })
  expect(done.counts).toMatchObject({ done: 2, skipped: 5 })
  expect(await reviewers(made)).toEqual(first)
  expect(await reviewers(more)).toEqual([jonas, ayse])
})

test('dividing skips archived projects, those without a pending review, and by default those of others', async () => {
  const [theirs] = await waiting(1, { reviewer_id: staff.userId })
  const [settled] = await waiting(1, { needs_donation_review: false, review_status: 2 })
  const [gone] = await waiting(1, { status: 3 })
  const former = await createUser(app.db, { rights: ['change_projects'], state: 'disabled' })
  const [left] = await waiting(1, { reviewer_id: former.id })
  const all = [theirs!, settled!, gone!, left!]
  const selection = { slugs: slugsOf(all) }
  const result = await run('divide', { selection, reviewers: [ayse] })
  expect(result.causes.map((cause: { code: string }) => cause.code).toSorted()).toEqual([
    'archived',
    'has_reviewer',
    'not_waiting',
  ])
  expect(await reviewers(all)).toEqual([staff.userId, null, null, ayse])
  await run('divide', { selection, reviewers: [jonas], all: true })
  expect(await reviewers(all)).toEqual([jonas, null, null, jonas])
})

test('undoing the run restores every reviewer and cancels the queued mails', async () => {
  const free = await waiting(3)
  const [mine] = await waiting(1, { reviewer_id: staff.userId })
  const all = [...free, mine!]
  const done = await run('divide', {
    selection: { slugs: slugsOf(all) },
    reviewers: [ayse, jonas],
    all: true,
    tell: true,
    note: 'Before Friday, please',
  })
  expect(done).toMatchObject({
    counts: { done: 4 },
    mails_waiting: 2,
    mails_leave_at: '2026-11-21T09:05:00.000Z',
  })
  expect(await mails()).toMatchObject([
    { user_id: ayse, state: 'queued', data: { count: '2', note: 'Before Friday, please' } },
    { user_id: jonas, state: 'queued', data: { count: '2' } },
  ])
  await staff.post(`/api/v4/projects/bulk/${done.id}/undo/`, {})
  await app.runJobs()
  expect(await reviewers(all)).toEqual([null, null, null, staff.userId])
  expect((await mails()).map((mail) => mail.state)).toEqual(['skipped', 'skipped'])
})

test('handing over an open share puts the note in the history and in one mail with the project count', async () => {
  const mine = await waiting(2, { reviewer_id: staff.userId })
  await waiting(1)
  const selection = { query: 'reviewer=me&needs_review=review', expected_count: 2 }
  await run('assign', { selection, reviewer: ayse, note: 'I am away until May', tell: true })
  expect(await reviewers(mine)).toEqual([ayse, ayse])
  const [event] = (await staff.get(`/api/v4/project/${mine[0]!.slug}/history/`)).body.results
  expect(event).toMatchObject({ after: { reason: 'I am away until May' }, can_undo: true })
  const sent = await mails()
  expect(sent).toHaveLength(1)
  app.clock.now = new Date('2026-11-21T09:06:00Z')
  await app.runJobs()
  const mail = await app.db
    .selectFrom('emails')
    .select(['subject', 'text_body'])
    .where('template', '=', 'review_handed_over')
    .executeTakeFirstOrThrow()
  expect(mail.subject).toMatch(/2 (projects|Projekte)/)
  expect(mail.text_body).toContain('I am away until May')
  expect(mail.text_body).toContain('/site-admin/projects/?reviewer=me&needs_review=review,voting_review')
})

test('assigning to oneself sends no mail, and neither does assigning without the tick', async () => {
  const made = await waiting(2)
  await run('divide', { selection: { slugs: slugsOf(made) }, reviewers: [staff.userId], tell: true })
  await run('assign', { selection: { slugs: slugsOf(made) }, reviewer: ayse })
  expect(await mails()).toEqual([])
})

test('dividing accepts one to fifty people who may decide; anything else is refused at the field', async () => {
  const [one] = await waiting(1)
  const reader = await createUser(app.db, { rights: ['view_projects'] })
  const selection = { slugs: [one!.slug] }
  const refused = async (people: number[]) =>
    (await staff.post('/api/v4/projects/bulk/divide/', { selection, reviewers: people })).body
  expect(await refused([ayse, reader.id])).toEqual({ reviewers: ['Choose somebody who may change projects'] })
  expect(await refused([])).toEqual({ reviewers: ['Choose who gets a share'] })
  expect(await refused(Array.from({ length: 51 }, (_, n) => n + 1))).toEqual({
    reviewers: ['At most 50 people'],
  })
  expect(await reviewers([one!])).toEqual([null])
})
