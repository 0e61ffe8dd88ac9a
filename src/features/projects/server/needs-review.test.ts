import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'

const since = async (db: Db, slug: string) =>
  db
    .selectFrom('projects')
    .select(['needs_donation_review_since as review', 'needs_voting_review_since as voting'])
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()

describe('start of waiting for a review', () => {
  let app: TestApp
  beforeAll(async () => void (app = await testApp()))
  afterAll(() => app.close())

  test('is the time of the change that asked for it, and no later change moves it', async () => {
    const staff = await app.as('superuser')
    const { slug } = await createProject(app.db)
    const path = `/api/v4/project/${slug}/`
    const change = async (body: object) => {
      const { version } = (await staff.get(path)).body
      expect((await staff.patch(path, { ...body, version })).status).toBe(200)
    }
    expect(await since(app.db, slug)).toEqual({ review: null, voting: null })

    app.clock.now = new Date('2026-11-21T09:10:00Z')
    await change({ needs_donation_review: true })
    const asked = { review: new Date('2026-11-21T09:10:00Z'), voting: null }
    expect(await since(app.db, slug)).toEqual(asked)

    app.clock.now = new Date('2026-11-21T09:20:00Z')
    await change({ needs_donation_review: true, title: 'Another title' })
    expect(await since(app.db, slug)).toEqual(asked)
    await change({ needs_voting_review: true })
    expect(await since(app.db, slug)).toEqual({ ...asked, voting: new Date('2026-11-21T09:20:00Z') })

    const { version } = (await staff.get(path)).body
    await staff.post(`${path}review/`, { kind: 'review', outcome: 2, version })
    expect(await since(app.db, slug)).toEqual({ review: null, voting: new Date('2026-11-21T09:20:00Z') })
    await change({ needs_voting_review: false })
    expect(await since(app.db, slug)).toEqual({ review: null, voting: null })
  })

  test('is the time of the first save for a project created in need of review', async () => {
    const updated_at = new Date('2026-11-02T07:00:00Z')
    const { slug } = await createProject(app.db, { needs_voting_review: true, updated_at })
    expect(await since(app.db, slug)).toEqual({ review: null, voting: updated_at })
  })
})
