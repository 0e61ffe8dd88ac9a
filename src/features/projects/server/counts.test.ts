import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { listQuery } from '#shared/lists/list.ts'
import type { Db } from '#server/db/db.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { createGift, createOrganization, createProject } from '#test/factories.ts'
import { projectList } from '../table.ts'
import { findCountDifferences } from './counts.ts'
import { moveBusinessDay } from '#server/work/business-day.ts'
import type { ProjectQuery } from './list.ts'
import { allProjectIds, listProjects } from './queries.ts'
import { costlyRuns } from '#test/runs.ts'

type Generated<A> = A extends fc.Arbitrary<infer T> ? T : never

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

const choice = fc.constantFrom(null, 2, 3, 4)
const day = fc.integer({ min: 0, max: 6 }).map((n) => addDays('2026-02-26', n))
const fields = fc.record(
  {
    status: fc.constantFrom(1, 2, 3),
    review_status: choice,
    content_review_status: choice,
    voting_review_status: choice,
    needs_donation_review: fc.boolean(),
    needs_voting_review: fc.boolean(),
    is_banned: fc.boolean(),
    funding_type: fc.constantFrom(1, 2, 3, 4),
    ends_on: fc.option(day),
    internal_status_id: fc.option(fc.constantFrom(1, 2)),
    individual_bank_account_id: fc.option(fc.constant(1)),
  },
  { requiredKeys: [] },
)
const part = fc.record({ of: fc.integer({ min: 1, max: 4 }), rest: fc.integer({ min: 0, max: 3 }) })
type Fields = Generated<typeof fields>
type Part = { of: number; rest: number }
const inPart = ({ of, rest }: Part, column: string) =>
  sql<boolean>`${sql.ref(column)} % ${of}::int = ${rest % of}::int`

/** Acts that move a project from one combination of filter values to another, and acts that do not. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), fields, count: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('change' as const), fields, part }),
  fc.record({ kind: fc.constant('rolled back' as const), fields, part }),
  fc.record({ kind: fc.constant('remove' as const), part }),
  fc.record({ kind: fc.constant('gift' as const), part, cents: fc.constantFrom(1, 500, 1000) }),
  fc.record({ kind: fc.constant('organization' as const), part, status: fc.constantFrom(1, 2, 3) }),
  fc.record({ kind: fc.constant('day' as const), day }),
  fc.record({ kind: fc.constant('compact' as const) }),
)
type Step = Generated<typeof step>

async function take(db: Db, move: Step): Promise<void> {
  if (move.kind === 'create') {
    for (let n = 0; n < move.count; n++) await createProject(db, { ...move.fields, needs: [1000] })
  } else if (move.kind === 'change') await change(db, move)
  else if (move.kind === 'rolled back') {
    const stop = new Error('roll back')
    const failing = db.transaction().execute(async (tx) => {
      await change(tx, move)
      throw stop
    })
    await expect(failing).rejects.toBe(stop)
  } else if (move.kind === 'remove') {
    const untouched = sql<boolean>`not exists (select from ledger_accounts where project_id = projects.id)`
    await db.deleteFrom('projects').where(inPart(move.part, 'id')).where(untouched).execute()
  } else if (move.kind === 'gift') {
    const projects = await db
      .selectFrom('projects')
      .select(['id', 'funding_type'])
      .where(inPart(move.part, 'id'))
      .execute()
    for (const project of projects) await createGift(db, project, move.cents)
  } else if (move.kind === 'organization')
    await db
      .updateTable('organizations')
      .set({ status: move.status })
      .where(inPart(move.part, 'id'))
      .execute()
  else if (move.kind === 'day') await moveBusinessDay(db, move.day)
  else await sql`select compact_project_counts()`.execute(db)
}

async function change(db: Db, { fields, part }: { fields: Fields; part: Part }) {
  if (Object.keys(fields).length === 0) return
  await db.updateTable('projects').set(fields).where(inPart(part, 'id')).execute()
}
const queryOf = (query: Record<string, string>) =>
  listQuery(projectList).parse(query) as unknown as ProjectQuery
const internal = { internal_status: ['s-1', 's-2'] }
const singles = Object.entries({ ...projectList.filters, ...internal }).flatMap(([name, values]) =>
  values === 'any' ? [] : (values as readonly string[]).map((value) => ({ [name]: value })),
)
const views = [{}, { archived: 'true' }, { exclude_status: 'archived' }]
const combined = [
  { needs_review: 'review,voting_review', exclude_status: 'archived' },
  { financing_status: 'in_financing,expired', funding_type: 'donation,individual_bank_account' },
  { review_status: 'accepted,needs_review', status: 'complete', exclude_status: 'archived' },
  { internal_status: 's-1', voting_review_status: 'public,rejected' },
]

const keptTables = ['project_counts', 'project_usual_counts'] as const

const countOf = async (db: Db, query: ProjectQuery) => (await listProjects(db, query)).count

/** Compares every kept count with the number of rows that the same filters find. */
async function expectTrueCounts(db: Db): Promise<void> {
  const total = await db
    .selectFrom('projects')
    .select((row) => row.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(await countOf(db, queryOf({}))).toBe(total.n)
  for (const filters of [...views, ...singles, ...combined]) {
    const query = queryOf(filters as Record<string, string>)
    const found = await allProjectIds(db, query)
    expect([filters, await countOf(db, query)]).toEqual([filters, found.length])
  }
  expect(await findCountDifferences(db)).toEqual([])
}

async function prepare(db: Db): Promise<void> {
  await moveBusinessDay(db, '2026-02-28')
  const created_at = new Date('2026-01-01T00:00:00Z')
  const statuses = ['s-1', 's-2'].map((slug) => ({ subject: 'project', slug, title: slug, created_at }))
  await db.insertInto('internal_statuses').values(statuses).execute()
  const account = { slug: 'a', title: 'A', iban: 'DE89370400440532013000', created_at }
  await db.insertInto('individual_bank_accounts').values(account).execute()
}

test('kept counts equal recounted rows after changes, day moves, rollbacks and compaction', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const { db } = database
      await database.reset()
      await prepare(db)
      for (let n = 0; n < 4; n++) await createProject(db, { needs: [1000], ends_on: '2026-02-28' })
      for (const move of steps) await take(db, move)
      await expectTrueCounts(db)
      await sql`select compact_project_counts()`.execute(db)
      await expectTrueCounts(db)
      for (const table of keptTables) {
        const kept = await db.selectFrom(table).select('n').execute()
        expect(kept.every((row) => row.n > 0)).toBe(true)
      }
    }),
    { numRuns: costlyRuns(3) },
  )
})

test('compaction leaves no kept counts once every project is deleted', async () => {
  await database.reset()
  const { db } = database
  const host = await createOrganization(db)
  for (let n = 0; n < 3; n++) await createProject(db, { organization_id: host.id, status: n + 1 })
  await db.deleteFrom('projects').execute()
  expect(await countOf(db, queryOf({}))).toBe(0)
  await sql`select compact_project_counts()`.execute(db)
  for (const table of keptTables) expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
})

test('a filter, like the dashboard, is answered from the smallest kept counts that cover it', async () => {
  await database.reset()
  const { db } = database
  await prepare(db)
  const { id } = await db
    .selectFrom('internal_statuses')
    .select('id')
    .where('slug', '=', 's-1')
    .executeTakeFirstOrThrow()
  await createProject(db, { status: 2, needs: [1000], internal_status_id: id })
  await sql`select compact_project_counts()`.execute(db)
  await sql`update project_usual_counts set n = n + 2`.execute(db)
  expect(await countOf(db, queryOf({ status: 'complete', exclude_status: 'archived' }))).toBe(3)
  expect(await countOf(db, queryOf({ status: 'complete', funding_type: 'donation' }))).toBe(3)
  expect(await countOf(db, queryOf({ internal_status: 's-1', not: 'internal_status' }))).toBe(0)
  expect(await countOf(db, queryOf({ internal_status: 's-1', needs_review: 'review' }))).toBe(0)
  expect(await countOf(db, queryOf({ internal_status: 's-1' }))).toBe(3)
  expect(await countOf(db, queryOf({ status: 'complete', money: 'nothing' }))).toBe(1)
  expect(await findCountDifferences(db)).toMatchObject([{ kept: 3, counted: 1 }])
})

test('count_key alone declares the counted columns of projects, organizations and payouts', async () => {
  const { rows } = await sql<{ name: string; source: string }>`
    select proname as name, prosrc as source from pg_proc
    where pronamespace = 'public'::regnamespace and proname like '%count%'
      and proname ~ '^(count|compact|rebuild)_' order by 1`.execute(database.db)
  const naming = rows.filter(({ source }) =>
    /review_status|internal_status_id|state_key|funding_type|has_arrived/.test(source),
  )
  expect(naming.map(({ name }) => name)).toEqual(['count_key', 'count_key', 'count_key'])
  expect(rows.map(({ name }) => name)).toEqual([
    'compact_additional_counts',
    'compact_counts',
    'compact_organization_counts',
    'compact_payout_counts',
    'compact_project_counts',
    'count_additional_answers',
    'count_closed_month',
    'count_key',
    'count_key',
    'count_key',
    'count_organizations',
    'count_payouts',
    'count_projects',
    'rebuild_additional_counts',
    'rebuild_organization_counts',
    'rebuild_payout_counts',
    'rebuild_project_counts',
  ])
})
