import { expect, test } from 'vitest'
import { useApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { workOnRun } from './work.ts'
import { projectRuns } from '#features/projects/server/acts/project-runs.ts'

// Concurrent undo of the same record: one call succeeds, the other is refused.

const app = useApp({ resets: false })

const rounds = 6

test('an undo races a change of the same record: one wins, and the other is refused', async () => {
  const [one, two] = [await app.as('superuser'), await app.as('superuser')]
  for (let round = 0; round < rounds; round++) {
    const { slug } = await createProject(app.db, { title: 'Before' })
    const path = `/api/v4/project/${slug}/`
    const { version } = (await one.patch(path, { title: 'After', version: 1 })).body
    const [event] = (await one.get(`${path}history/`)).body.results
    const [undone, changed] = await Promise.all([
      one.post(`${path}history/${event.id}/undo/`, {}),
      two.patch(path, { title: 'Mine', version }),
    ])
    const { title } = (await one.get(path)).body
    if (undone.status === 200) {
      expect([changed.status, changed.body.code, title]).toEqual([409, 'edit_conflict', 'Before'])
      expect(changed.body.current.title).toBe('Before')
    } else {
      expect([undone.status, undone.body.code]).toEqual([409, 'undo_changed'])
      expect([changed.status, title]).toEqual([200, 'Mine'])
    }
  }
})

test('two concurrent undos of one change: it is undone once, and the second is refused', async () => {
  const [one, two] = [await app.as('superuser'), await app.as('superuser')]
  for (let round = 0; round < rounds; round++) {
    const { slug } = await createProject(app.db, { title: 'Before' })
    const path = `/api/v4/project/${slug}/`
    await one.patch(path, { title: 'After', version: 1 })
    const [event] = (await one.get(`${path}history/`)).body.results
    const answers = await Promise.all(
      [one, two].map((who) => who.post(`${path}history/${event.id}/undo/`, {})),
    )
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find((answer) => answer.status === 409)!.body.code).toBe('undo_already')
  }
})

test('undoing a run keeps rows decided again by hand and restores all others', async () => {
  const staff = await app.as('superuser')
  const made = []
  for (let n = 0; n < 12; n++)
    made.push(await createProject(app.db, { review_status: null, needs_donation_review: true }))
  const selection = { slugs: made.map((row) => row.slug) }
  const started = await staff.post('/api/v4/projects/bulk/decide/', {
    selection,
    kind: 'review',
    outcome: 4,
  })
  const { id } = started.body.bulk
  await app.runJobs()
  await staff.post(`/api/v4/projects/bulk/${id}/undo/`)
  const { signal } = new AbortController()
  const redecide = { kind: 'review', outcome: 2, reason: '', version: 2 }
  const byHand = made.map(async ({ slug }, n) =>
    n % 3 === 0 ? staff.post(`/api/v4/project/${slug}/review/`, redecide) : undefined,
  )
  const work = workOnRun(projectRuns, { services: app.services, db: app.db, today: '2026-11-21', signal }, id)
  const answers = await Promise.all(byHand)
  await work
  const run = (await staff.get(`/api/v4/projects/bulk/${id}/`)).body
  const won = answers.filter((answer) => answer?.status === 200).length
  expect(run).toMatchObject({ status: 'undone', counts: { kept: won, undone: 12 - won } })
  for (const [n, { slug }] of made.entries()) {
    const { review_status } = (await staff.get(`/api/v4/project/${slug}/`)).body
    expect(review_status?.choice ?? null).toBe(answers[n]?.status === 200 ? 2 : null)
  }
})
