import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { moveBusinessDay } from '#server/work/business-day.ts'
import { type Client, useApp } from '#test/app.ts'
import { createGift, createOrganization, createProject, createTask } from '#test/factories.ts'
import { dueTasks, projectLists } from '../lists.ts'
import { runs } from '#test/runs.ts'

const start = '2026-11-21T09:00:00Z'
const app = useApp({ now: start })
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

/** Moves the clock and signs in again, because the session may have expired. */
async function moveClock(to: string): Promise<void> {
  app.clock.now = new Date(to)
  staff = await app.as('superuser')
}

const read = async (path: string) => {
  const answer = await staff.get(path)
  expect(answer.status).toBe(200)
  return answer.body
}
const figures = () => read('/api/v4/dashboard/projects/')

/** All rows of the list behind a figure, in the page's order. */
async function listOf(query: Record<string, string>) {
  const rows: { missing_cents: number }[] = []
  for (let page = 1; ; page++) {
    const text = new URLSearchParams({
      ...query,
      exclude_status: 'archived',
      page_size: '100',
      page: String(page),
    })
    const answer = await read(`/api/v4/projects/?${text.toString()}`)
    rows.push(...answer.results)
    if (page >= answer.total_pages) return { count: answer.count as number, rows }
  }
}

test('every figure of an empty database is zero', async () => {
  expect(await figures()).toEqual({
    count: 0,
    in_financing: { count: 0, missing_cents: 0 },
    needs_review: { count: 0, oldest_days: null, results: [] },
    financing: { fully_funded: 0, in_financing: 0, expired: 0, banned: 0, banned_only: 0, none: 0 },
  })
})

describe('every figure is the count of the list it links to', () => {
  test('for any projects, gifts and days', async () => {
    const project = fc.record(
      {
        status: fc.constantFrom(1, 2, 2, 2, 3),
        review_status: fc.constantFrom(null, 2, 3, 4),
        is_banned: fc.boolean(),
        needs_donation_review: fc.boolean(),
        needs_voting_review: fc.boolean(),
        ends_on: fc.constantFrom(null, '2026-11-20', '2026-11-21', '2027-01-01'),
        funded: fc.constantFrom(0, 400, 1000, 1500),
      },
      { requiredKeys: ['funded'] },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(project, { minLength: 2, maxLength: 12 }), async (projects) => {
        await app.reset()
        await moveBusinessDay(app.db, '2026-11-21')
        staff = await app.as('superuser')
        const { id } = await createOrganization(app.db)
        for (const { funded, ...fields } of projects) {
          const row = await createProject(app.db, { ...fields, organization_id: id, needs: [1000] })
          if (funded > 0) await createGift(app.db, row, funded)
        }
        const answer = await figures()
        const shown: Record<keyof typeof projectLists, number> = {
          all: answer.count,
          in_financing: answer.in_financing.count,
          needs_review: answer.needs_review.count,
          fully_funded: answer.financing.fully_funded,
          expired: answer.financing.expired,
          banned: answer.financing.banned,
          with_financing: answer.count - answer.financing.none,
        }
        for (const [name, query] of Object.entries(projectLists)) {
          const { count, rows } = await listOf(query)
          expect([name, shown[name as keyof typeof shown]]).toEqual([name, count])
          if (name === 'in_financing')
            expect(answer.in_financing.missing_cents).toBe(
              rows.reduce((sum, row) => sum + row.missing_cents, 0),
            )
        }
        const { fully_funded, in_financing, expired, banned_only, none } = answer.financing
        expect(fully_funded + in_financing + expired + banned_only + none).toBe(answer.count)
      }),
      { numRuns: runs(3) },
    )
  })

  test('my tasks of the week have the count of the list, overdue ones included', async () => {
    for (const [scheduled_for, status] of [
      ['2026-11-10', 1],
      ['2026-11-10', 2],
      ['2026-11-17', 2],
      ['2026-11-21', 1],
      ['2026-11-22', 1],
      ['2026-11-23', 1],
    ] as const) {
      const completed_at = status === 2 ? app.clock.now : null
      await createTask(app.db, { scheduled_for, status, completed_at, users: [staff.userId] })
      await createTask(app.db, { scheduled_for, status, completed_at })
    }
    const { overdue, today, week } = await read('/api/v4/reminders/summary/')
    const list = await read(
      `/api/v4/reminders/?${String(new URLSearchParams({ ...dueTasks, assignee: 'me' }))}`,
    )
    expect([overdue, today, week]).toEqual([1, 1, 1])
    expect(list.count).toBe(3)
  })
})

describe('projects that need a review', () => {
  const waiting = (title: string, day: string, flags: object = { needs_donation_review: true }) =>
    createProject(app.db, { title, updated_at: new Date(`${day}T10:00:00Z`), ...flags })

  test('are listed oldest first, at most five, with their reviews and days; unknown ages come last', async () => {
    await waiting('Third', '2026-11-20')
    await waiting('First', '2026-11-12', { needs_voting_review: true })
    await waiting('Second', '2026-11-15', { needs_donation_review: true, needs_voting_review: true })
    await waiting('Archived', '2026-01-01', { needs_donation_review: true, status: 3 })
    await waiting('Today', '2026-11-21')
    const unknown = await waiting('Unknown', '2026-11-01')
    await app.db
      .updateTable('projects')
      .set({ needs_donation_review_since: null })
      .where('id', '=', unknown.id)
      .execute()
    const { needs_review } = await figures()
    expect(needs_review.count).toBe(5)
    expect(needs_review.oldest_days).toBe(9)
    expect(
      needs_review.results.map((row: { title: string; reviews: string[]; days: number | null }) => [
        row.title,
        row.reviews,
        row.days,
      ]),
    ).toEqual([
      ['First', ['voting_review'], 9],
      ['Second', ['review', 'voting_review'], 6],
      ['Third', ['review'], 1],
      ['Today', ['review'], 0],
      ['Unknown', ['review'], null],
    ])
    await waiting('Older', '2026-11-02')
    const more = (await figures()).needs_review
    expect([more.count, more.results.length, more.results[0].title]).toEqual([6, 5, 'Older'])
  })

  test('count waiting days by the Berlin calendar', async () => {
    // 00:30 on the 21st in Berlin.
    await createProject(app.db, { needs_voting_review: true, updated_at: new Date('2026-11-20T23:30:00Z') })
    expect((await figures()).needs_review.oldest_days).toBe(0)
    await moveClock('2026-11-21T23:15:00Z')
    expect((await figures()).needs_review.oldest_days).toBe(1)
  })
})

test('a project that ended overnight is expired in the morning, without anybody opening a list first', async () => {
  await createProject(app.db, { ends_on: '2026-11-21' })
  expect((await figures()).financing).toMatchObject({ in_financing: 1, expired: 0 })
  await moveClock('2026-11-22T08:00:00Z')
  expect((await figures()).financing).toMatchObject({ in_financing: 0, expired: 1 })
})

test('each part requires its own permission', async () => {
  const accountant = await app.as(['view_statistics'])
  const reviewer = await app.as(['view_projects'])
  const status = async (client: Client, part: string) =>
    (await client.get(`/api/v4/dashboard/${part}/`)).status
  expect([await status(accountant, 'funding'), await status(accountant, 'projects')]).toEqual([200, 403])
  expect([await status(reviewer, 'funding'), await status(reviewer, 'projects')]).toEqual([403, 200])
})
