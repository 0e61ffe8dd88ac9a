import { expect, test } from 'vitest'
import { useApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'

const app = useApp({ resets: false })

test('simultaneous reviewers never get the same project, and all projects are given out', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => app.as(['change_projects'])))
  const slugs: string[] = []
  for (let n = 0; n < 6; n++)
    slugs.push((await createProject(app.db, { review_status: null, needs_donation_review: true })).slug)
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all(
      people.map((one) => one.post('/api/v4/reviews/take/', { kind: 'review', slugs })),
    )
    expect(answers.map((answer) => answer.status)).toEqual(people.map(() => 200))
    const taken = answers.flatMap((answer) => (answer.body.slug as string | null) ?? [])
    expect(taken.toSorted()).toEqual(slugs.toSorted())
    await Promise.all(people.map((one) => one.post('/api/v4/reviews/leave/')))
  }
})

test('two reviewers who swap their open projects both get an answer', async () => {
  const [one, two] = [await app.as(['change_projects']), await app.as(['change_projects'])]
  const a = (await createProject(app.db, { needs_donation_review: true })).slug
  const b = (await createProject(app.db, { needs_donation_review: true })).slug
  for (let round = 0; round < 10; round++) {
    await one.post('/api/v4/reviews/take/', { kind: 'review', slugs: [a] })
    await two.post('/api/v4/reviews/take/', { kind: 'review', slugs: [b] })
    const swapped = await Promise.all([
      one.post('/api/v4/reviews/take/', { kind: 'review', slugs: [b, a] }),
      two.post('/api/v4/reviews/take/', { kind: 'review', slugs: [a, b] }),
    ])
    expect(swapped.map((answer) => answer.status)).toEqual([200, 200])
    expect(new Set(swapped.map((answer) => answer.body.slug)).size).toBe(2)
  }
})
