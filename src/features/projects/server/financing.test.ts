import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, type Day } from '#shared/dates.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { createOrganization, createProject } from '#test/factories.ts'
import { canReceiveFundings, type Financing, isExpired, isFullyFunded } from '../rules.ts'
import { moveBusinessDay } from '#server/work/business-day.ts'
import { runs } from '#test/runs.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

const noon = new Date('2026-11-21T11:00:00Z')
const choice = fc.constantFrom(null, 1, 2, 3, 4)
// Few days and amounts, so that "today", "just over" and "exactly enough" occur often.
const day = fc.integer({ min: 0, max: 6 }).map((n) => addDays('2026-02-26', n))
const project = fc.record({
  status: fc.constantFrom(1, 2, 2, 2, 3),
  review_status: choice,
  is_banned: fc.boolean(),
  target_cents: fc.constantFrom(0, 1, 100),
  funded_cents: fc.constantFrom(0, 1, 99, 100, 150),
  ends_on: fc.option(day),
})
const organization = fc.record({ status: fc.constantFrom(1, 2, 2, 3), review_status: choice })
const rows = fc.array(fc.record({ project, organization }), { minLength: 10, maxLength: 25 })

type Stored = Financing & { financing: number | null; slug: string }

async function stored(): Promise<Stored[]> {
  const found = await database.db
    .selectFrom('projects')
    .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
    .select(['projects.slug', 'projects.status', 'projects.review_status', 'is_banned', 'target_cents'])
    .select(['funded_cents', 'ends_on', 'financing'])
    .select(['organizations.status as org_status', 'organizations.review_status as org_review'])
    .orderBy('projects.id')
    .execute()
  return found.map(({ org_status, org_review, ...row }) => ({
    ...row,
    organization: { status: org_status, review_status: org_review },
  }))
}

/** The rules' result as the number stored in the column. */
function financingOf(row: Stored, today: Day): number | null {
  const claims = [isFullyFunded(row), isExpired(row, today), canReceiveFundings(row, today)]
  expect(claims.filter(Boolean).length).toBeLessThanOrEqual(1)
  const place = claims.indexOf(true)
  return place === -1 ? null : place + 1
}

async function expectRulesOn(today: Day): Promise<void> {
  const all = await stored()
  expect(all.map((row) => [row.slug, row.financing])).toEqual(
    all.map((row) => [row.slug, financingOf(row, today)]),
  )
}

test('the stored financing status follows the rules after inserts, day moves and changes on either side', async () => {
  const steps = fc.record({ rows, first: day, others: fc.array(day, { minLength: 1, maxLength: 4 }) })
  const changes = fc.record({ project, organization, day })
  await fc.assert(
    fc.asyncProperty(steps, changes, async ({ rows, first, others }, change) => {
      await database.reset()
      const { db } = database
      await moveBusinessDay(db, first)
      const organizations = await db
        .insertInto('organizations')
        .values(
          rows.map(({ organization }, n) => ({ ...organization, ...named('o', n), preview_token: `${n}` })),
        )
        .returning('id')
        .execute()
      const projects = rows.map(({ project }, n) => ({
        ...project,
        ...named('p', n),
        organization_id: organizations[n]!.id,
        funding_type: 1,
      }))
      await db.insertInto('projects').values(projects).execute()
      await expectRulesOn(first)
      for (const today of others) {
        await moveBusinessDay(db, today)
        await expectRulesOn(today)
      }
      const today = others.at(-1)!
      await db
        .updateTable('organizations')
        .set(change.organization)
        .where(sql<boolean>`id % 2 = 0`)
        .execute()
      await expectRulesOn(today)
      await db
        .updateTable('projects')
        .set(change.project)
        .where(sql<boolean>`id % 3 = 0`)
        .execute()
      await expectRulesOn(today)
      const moved = { organization_id: organizations[0]!.id }
      await db
        .updateTable('projects')
        .set(moved)
        .where(sql<boolean>`id % 2 = 0`)
        .execute()
      await expectRulesOn(today)
      await moveBusinessDay(db, change.day)
      await expectRulesOn(change.day)
    }),
    { numRuns: runs(6) },
  )
})

test('the financing status follows needs, gifts and the end of the day', async () => {
  await database.reset()
  const { db } = database
  await moveBusinessDay(db, '2026-02-28')
  const host = await createOrganization(db)
  const row = await createProject(db, { organization_id: host.id, ends_on: '2026-02-28', needs: [60, 40] })
  const financing = async () => (await stored())[0]!.financing
  expect([row.target_cents, await financing()]).toEqual([100, 3])
  await moveBusinessDay(db, '2026-03-01')
  expect(await financing()).toBe(2)
  await db.updateTable('projects').set({ funded_cents: 100 }).execute()
  expect(await financing()).toBe(1)
})

function named(prefix: string, n: number) {
  return { slug: `${prefix}-${n}`, title: `${prefix} ${n}`, created_at: noon, updated_at: noon }
}
