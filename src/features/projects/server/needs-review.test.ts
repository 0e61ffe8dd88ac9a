import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#server/audit.ts'
import type { Db } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { emptyDatabase } from '../../../../test/database.ts'
import { createProject } from '../../../../test/factories.ts'

const since = async (db: Db, slug: string) =>
  db
    .selectFrom('projects')
    .select(['needs_donation_review_since as review', 'needs_voting_review_since as voting'])
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()

describe('since when a review is waited for', () => {
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

  test('is the time of its creation for a project that begins with the question', async () => {
    const updated_at = new Date('2026-11-02T07:00:00Z')
    const { slug } = await createProject(app.db, { needs_voting_review: true, updated_at })
    expect(await since(app.db, slug)).toEqual({ review: null, voting: updated_at })
  })
})

test('rows from before it was kept take it from the audit events, and stay without where these contradict', async () => {
  const database = await emptyDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'almoner-needs-review-'))
  const all = fileURLToPath(new URL('../../../../migrations', import.meta.url))
  try {
    for (const name of readdirSync(all).filter((file) => file < '0008'))
      cpSync(join(all, name), join(folder, name))
    await migrate(database, { folder })
    const { db } = database
    const created = new Date('2026-10-01T08:00:00Z')
    await sql`insert into organizations (slug, title, preview_token, created_at, updated_at)
      values ('o', 'O', 'o', ${created}, ${created})`.execute(db)
    const project = async (slug: string, flag: boolean) => {
      const { rows } = await sql<{ id: number }>`
        insert into projects (slug, title, organization_id, funding_type, needs_donation_review, created_at, updated_at)
        values (${slug}, ${slug}, 1, 1, ${flag}, ${created}, ${created}) returning id`.execute(db)
      return rows[0]!.id
    }
    const event = (object_id: number, day: string, flag: boolean) =>
      db.transaction().execute((tx) =>
        audit(
          tx,
          { actor: { id: null, name: 'Test' }, now: new Date(`${day}T08:00:00Z`) },
          {
            action: 'change',
            object_type: 'project',
            object_id,
            before: { needs_donation_review: !flag },
            after: { needs_donation_review: flag },
          },
        ),
      )
    await project('from-the-start', true)
    const twice = await project('asked-again', true)
    await event(twice, '2026-10-05', true)
    await event(twice, '2026-10-06', false)
    await event(twice, '2026-10-07', true)
    await event(await project('nobody-knows', true), '2026-10-05', false)
    await event(await project('answered', false), '2026-10-05', false)

    await migrate(database, { folder: all })
    const review = async (slug: string) => (await since(db, slug)).review
    expect(await review('from-the-start')).toEqual(created)
    expect(await review('asked-again')).toEqual(new Date('2026-10-07T08:00:00Z'))
    expect(await review('nobody-knows')).toBeNull()
    expect(await review('answered')).toBeNull()
  } finally {
    await database.close()
    rmSync(folder, { recursive: true })
  }
})
