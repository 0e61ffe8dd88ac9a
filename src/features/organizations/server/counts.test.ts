import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listQuery } from '#shared/lists/list.ts'
import type { Db } from '#server/db/db.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { createOrganization } from '#test/factories.ts'
import { organizationList } from '../table.ts'
import { findOrganizationCountDifferences } from './counts.ts'
import type { OrganizationQuery } from './list.ts'
import { listOrganizations } from './queries.ts'
import { runs } from '#test/runs.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

const choice = fc.constantFrom(null, 2, 3, 4)
const fields = fc.record(
  {
    status: fc.constantFrom(1, 2, 3),
    review_status: choice,
    content_review_status: choice,
    nonprofit_review_status: choice,
    voting_review_status: choice,
    needs_review: fc.boolean(),
    needs_voting_review: fc.boolean(),
    internal_status_id: fc.option(fc.constantFrom(1, 2)),
    title: fc.constantFrom('Eins', 'Zwei'),
  },
  { requiredKeys: ['title'] },
)
const part = fc.integer({ min: 1, max: 3 })

/** Acts that move an organization from one combination of filter values to another, and acts that do not. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), fields }),
  fc.record({ kind: fc.constant('change' as const), fields, part }),
  fc.record({ kind: fc.constant('rolled back' as const), fields, part }),
  fc.record({ kind: fc.constant('remove' as const), part }),
  fc.record({ kind: fc.constant('compact' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const everyNth = (n: number) => sql<boolean>`id % ${n}::int = 0`
const change = (db: Db, { fields: set, part: nth }: Extract<Step, { part: number; fields: object }>) =>
  db.updateTable('organizations').set(set).where(everyNth(nth)).execute()
const compact = (db: Db) => sql`select compact_organization_counts()`.execute(db)

async function take(db: Db, move: Step): Promise<void> {
  if (move.kind === 'create') await createOrganization(db, move.fields)
  else if (move.kind === 'change') await change(db, move)
  else if (move.kind === 'remove') await db.deleteFrom('organizations').where(everyNth(move.part)).execute()
  else if (move.kind === 'compact') await compact(db)
  else {
    const stop = new Error('roll back')
    const failing = db.transaction().execute(async (tx) => {
      await change(tx, move)
      throw stop
    })
    await expect(failing).rejects.toBe(stop)
  }
}

const countOf = async (db: Db, query: Record<string, string>) =>
  (
    await listOrganizations(
      db,
      listQuery(organizationList).parse(query) as unknown as OrganizationQuery,
      '2026-11-21',
    )
  ).count

test('kept counts equal recounted rows after changes, rollbacks, removals and compaction', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 15 }), async (steps) => {
      const { db } = database
      await database.reset()
      const created_at = new Date('2026-01-01T00:00:00Z')
      const statuses = ['s-1', 's-2'].map((slug) => ({
        subject: 'organization',
        slug,
        title: slug,
        created_at,
      }))
      await db.insertInto('internal_statuses').values(statuses).execute()
      for (let n = 0; n < 4; n++) await createOrganization(db)
      for (const move of steps) await take(db, move)
      expect(await findOrganizationCountDifferences(db)).toEqual([])
      await compact(db)
      expect(await findOrganizationCountDifferences(db)).toEqual([])
      const kept = await db.selectFrom('organization_counts').select('n').execute()
      expect(kept.every((row) => row.n > 0)).toBe(true)
      const rows = await db.selectFrom('organizations').select('status').execute()
      expect(await countOf(db, {})).toBe(rows.length)
      expect(await countOf(db, { archived: 'true' })).toBe(rows.filter((row) => row.status === 3).length)
    }),
    { numRuns: runs(3) },
  )
})

test('a wrong count is found and rebuilt from the organizations', async () => {
  await database.reset()
  const { db } = database
  await createOrganization(db, { status: 2 })
  await db.updateTable('organization_counts').set({ n: 7 }).execute()
  expect(await findOrganizationCountDifferences(db)).toMatchObject([{ kept: 7, counted: 1 }])
  await sql`select rebuild_organization_counts()`.execute(db)
  expect(await findOrganizationCountDifferences(db)).toEqual([])
})
