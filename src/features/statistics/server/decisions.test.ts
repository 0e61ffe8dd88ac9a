import { readXlsx } from 'hucre'
import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'

const app = useApp({ now: '2026-11-21T11:00:00Z' })
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

const path = '/api/v4/statistics/decisions/'
const year = 'date_from=2026-01-01&date_to=2026-12-31'

/** Creates a project whose review was requested at `since` and decides it at `now`. */
async function decided(since: string | null, now: string) {
  const project = await createProject(app.db, { needs_donation_review: since !== null })
  await app.db
    .updateTable('projects')
    .set({ needs_donation_review_since: since })
    .where('id', '=', project.id)
    .execute()
  app.clock.now = new Date(now)
  const person = await app.as('superuser')
  const address = `/api/v4/project/${project.slug}/`
  const { version } = (await person.get(address)).body
  const answer = await person.post(`${address}review/`, { kind: 'review', outcome: 2, version })
  expect(answer.status).toBe(200)
}

test('the time to a decision is the days in Berlin from request to decision, without unrequested ones', async () => {
  await decided('2026-03-01T10:00:00Z', '2026-03-04T10:00:00Z')
  await decided('2026-03-01T10:00:00Z', '2026-03-11T10:00:00Z')
  await decided('2026-03-11T22:59:00Z', '2026-03-11T23:30:00Z') // across midnight in Berlin
  await decided('2026-03-28T10:00:00Z', '2026-05-02T10:00:00Z')
  await decided(null, '2026-05-02T10:00:00Z')
  const { months, ...all } = (await staff.get(`${path}?${year}`)).body
  expect(all).toMatchObject({ decisions: 4, half_days: 3, most_days: 35 })
  expect(months).toHaveLength(12)
  expect(months[2]).toEqual({ month: '2026-03', decisions: 3, half_days: 3, most_days: 10 })
  expect(months[3]).toEqual({ month: '2026-04', decisions: 0, half_days: null, most_days: null })
  expect(months[4]).toEqual({ month: '2026-05', decisions: 1, half_days: 35, most_days: 35 })
  const { bytes } = await staff.get(`${path}export/?${year}`)
  const [, ...rows] = (await readXlsx(bytes)).sheets[0]!.rows
  expect(rows[2]!.slice(1)).toEqual([3, 3, 10])
  expect(rows.at(-1)).toEqual(['All', 4, 3, 35])
})
