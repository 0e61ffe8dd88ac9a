import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settle } from '#features/ledger/server/settle.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { createGift, createOrganization, createProject } from '#test/factories.ts'
import { costlyRuns } from '#test/runs.ts'
import { type Grouped, giftCounts, addWaitingGifts } from './gift-counts.ts'
import type { FigurePeriod } from './kept-cells.ts'
import { addWaitingSums, categoriesOf, mostOf } from './organization-figures.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())
beforeEach(() => database.reset())

type Counts = { projects: number; organizations: number; donors: number }

/** The expected figures computed from ledger rows by plain SQL; the key of the total is null. */
async function byHand({ from, to, as_of }: FigurePeriod, key: string): Promise<Record<string, Counts>> {
  const { rows } = await sql<Counts & { key: string | null }>`
    select ${sql.raw(key)} as key, count(distinct project.id)::integer as projects,
      count(distinct project.organization_id)::integer as organizations,
      (count(distinct donor_id) filter (where company_id is null)
        + count(distinct funding.id) filter (where company_id is null and donor_id is null))::integer as donors
    from ledger_rows row join fundings funding on funding.id = row.funding_id
    join projects project on project.id = funding.project_id
    join ledger_transactions entry on entry.id = row.transaction_id
    where row.business_day between ${from}::date and ${to}::date and row.purpose = 'gift' and row.reverses_id is null
      and (funding.undone_on is null or funding.undone_on > ${as_of}::date)
      and (${as_of}::date is null or (entry.created_at at time zone 'Europe/Berlin')::date <= ${as_of}::date)
    group by grouping sets ((1), ())
    having grouping(${sql.raw(key)}) = 1 or count(*) > 0`.execute(database.db)
  return Object.fromEntries(rows.map(({ key: of, ...counts }) => [of ?? 'all', counts]))
}

const groupings: Record<'month' | 'funding_type', Grouped & { key: string }> = {
  month: {
    name: 'month',
    key: `to_char(row.business_day::timestamp, 'YYYY-MM')`,
    keyOf: (one) => one.month,
  },
  funding_type: {
    name: 'funding_type',
    key: 'funding.funding_type::text',
    keyOf: (one) => String(one.funding_type),
  },
}

type Sums = Record<
  'allocated_cents' | 'settled_cents' | 'paid_cents' | 'arrived_cents' | 'refunded_cents',
  number
>

/** Expected amounts and participants per organization or category, from ledger rows only. */
async function receivedByHand(
  { from, to, as_of }: FigurePeriod,
  key: string,
): Promise<Record<string, Sums & Counts>> {
  const stage = (name: string) =>
    sql`sum(stage_cents(${sql.lit(name)}, purpose, row.amount_cents, row.reverses_id))::bigint as ${sql.ref(`${name}_cents`)}`
  const counts = sql`purpose = 'gift' and row.reverses_id is null
    and (funding.undone_on is null or funding.undone_on > ${as_of}::date)`
  const { rows } = await sql<Sums & Counts & { key: string }>`
    select ${sql.raw(key)} as key, ${stage('allocated')}, ${stage('settled')}, ${stage('paid')}, ${stage('arrived')},
      sum(refunded_cents(purpose, row.amount_cents, row.reverses_id))::bigint as refunded_cents,
      (count(distinct project.id) filter (where ${counts}))::integer as projects,
      (count(distinct organization.id) filter (where ${counts}))::integer as organizations,
      (count(distinct donor_id) filter (where ${counts} and company_id is null)
        + count(distinct funding.id) filter (where ${counts} and company_id is null and donor_id is null))::integer as donors
    from ledger_rows row join fundings funding on funding.id = row.funding_id
    join projects project on project.id = funding.project_id
    join organizations organization on organization.id = project.organization_id
    join ledger_transactions entry on entry.id = row.transaction_id
    where row.business_day between ${from}::date and ${to}::date
      and (${as_of}::date is null or (entry.created_at at time zone 'Europe/Berlin')::date <= ${as_of}::date)
    group by 1`.execute(database.db)
  return Object.fromEntries(
    rows.flatMap(({ key: of, ...figures }) => (saySomething(figures) ? [[of, figures]] : [])),
  )
}

const saySomething = (figures: Record<string, number>) =>
  Object.values(figures).some((figure) => figure !== 0)

async function receivedAsKept(asked: FigurePeriod, by: 'organization' | 'category') {
  const found =
    by === 'organization'
      ? (await mostOf(database.db, asked, 100)).map(({ id, ...figures }) => [String(id), figures] as const)
      : (await categoriesOf(database.db, asked)).map(
          ({ category, ...figures }) => [category ?? '-', figures] as const,
        )
  return Object.fromEntries(found.filter(([, figures]) => saySomething(figures)))
}

async function kept(asked: FigurePeriod, by: keyof typeof groupings): Promise<Record<string, Counts>> {
  const { all, groups } = await giftCounts(database.db, asked, groupings[by])
  return { ...Object.fromEntries(groups), all }
}

const keepAll = async () => {
  while ((await addWaitingGifts(database.db, 3)) > 0);
}
const waiting = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from gifts_to_keep`.execute(
    database.db,
  )
  return rows[0]!.n
}

const days = [
  '2026-01-01', '2026-01-31', '2026-02-01', '2026-02-14', '2026-02-28', '2026-03-01', '2026-03-31', '2026-04-15',
] // prettier-ignore
const day = fc.constantFrom(...days)
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('gift' as const),
      project: fc.nat(3),
      business: day,
      posted: day,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('keep' as const), atMost: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('keep_sums' as const),
      atMost: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('settle' as const), business: day, posted: day }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('category' as const),
      organization: fc.nat(1),
      category: fc.constantFrom('', 'Sport', 'Kultur'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('donor' as const),
      gift: fc.nat(9),
      donor: fc.option(fc.nat(1)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('move' as const), project: fc.nat(3), to: fc.nat(1) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('undo' as const), gifts: fc.array(fc.nat(9)), on: day }),
  },
)
const question = fc.record({
  from: day,
  to: day,
  as_of: fc.option(fc.oneof(day, fc.constant('2026-02-20'))),
  by: fc.constantFrom('month' as const, 'funding_type' as const),
})

describe('participants of a period', () => {
  test('equal the ledger rows, whenever the sets were built, even after renaming', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 14 }),
        fc.array(question, { minLength: 3, maxLength: 5 }),
        async (steps, questions) => {
          await database.reset()
          const { db } = database
          const organizations = [await createOrganization(db), await createOrganization(db)]
          const projects = []
          for (const n of [0, 1, 2, 3])
            projects.push(
              await createProject(db, {
                organization_id: organizations[n % 2]!.id,
                funding_type: 1 + (n % 2),
              }),
            )
          const { rows: donors } = await sql<{ id: number }>`
            insert into donors (slug, name, created_at) select 'd-' || n, 'Donor ' || n, now() from generate_series(1, 2) n returning id`.execute(
            db,
          )
          const gifts: number[] = []
          for (const one of steps) {
            if (one.act === 'gift') {
              const now = new Date(`${one.posted}T10:00:00Z`)
              const gift = await createGift(db, projects[one.project]!, 100, {
                received_on: one.business,
                now,
              })
              gifts.push(gift.id)
            } else if (one.act === 'undo')
              await db
                .updateTable('fundings')
                .set({ state: 'reversed', undone_on: one.on })
                .where('id', 'in', [0, ...one.gifts.map((n) => gifts[n] ?? 0)])
                .execute()
            else if (one.act === 'keep') await addWaitingGifts(db, one.atMost)
            else if (one.act === 'keep_sums') await addWaitingSums(db, one.atMost)
            else if (one.act === 'settle') {
              const context = { actor: { id: null, name: 'Kim' }, now: new Date(`${one.posted}T10:00:00Z`) }
              await db
                .transaction()
                .execute((tx) => settle(tx, context, { business_day: one.business, atMost: 100 }))
            } else if (one.act === 'category')
              await db
                .updateTable('organizations')
                .set({ category: one.category })
                .where('id', '=', organizations[one.organization]!.id)
                .execute()
            else if (one.act === 'donor') {
              const donor_id = one.donor === null ? null : donors[one.donor]!.id
              await db
                .updateTable('fundings')
                .set({ donor_id })
                .where('id', '=', gifts[one.gift] ?? 0)
                .execute()
            } else
              await db
                .updateTable('projects')
                .set({ organization_id: organizations[one.to]!.id })
                .where('id', '=', projects[one.project]!.id)
                .execute()
          }
          for (const { by, ...asked } of questions) {
            expect(await kept(asked, by)).toEqual(await byHand(asked, groupings[by].key))
            expect(await receivedAsKept(asked, 'organization')).toEqual(
              await receivedByHand(asked, 'organization.id::text'),
            )
            expect(await receivedAsKept(asked, 'category')).toEqual(
              await receivedByHand(asked, `coalesce(nullif(organization.category, ''), '-')`),
            )
          }
        },
      ),
      { numRuns: costlyRuns(12) },
    )
  })

  test('read pending gifts only until the sets contain them, and whole months from one set', async () => {
    const project = await createProject(database.db)
    for (const received_on of ['2026-02-01', '2026-02-28', '2026-03-05'])
      await createGift(database.db, project, 100, { received_on, now: new Date(`${received_on}T10:00:00Z`) })
    expect(await waiting()).toBe(3)
    await keepAll()
    expect(await waiting()).toBe(0)
    const { rows } = await sql<{ days: number; months: number }>`
      select (select count(*)::integer from gift_days) as days, (select count(*)::integer from gift_months) as months`.execute(
      database.db,
    )
    expect(rows).toEqual([{ days: 3, months: 2 }])
    // Proves that the month is read from its own set: the sets of its days may be missing.
    await sql`delete from gift_days`.execute(database.db)
    const asked = { from: '2026-02-01', to: '2026-02-28', as_of: null }
    expect((await kept(asked, 'month')).all).toEqual({ projects: 1, organizations: 1, donors: 2 })
  })
})
