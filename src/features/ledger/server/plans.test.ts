import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { plansOf, touched } from '#test/plans.ts'
import { createGift, createProject } from '#test/factories.ts'
import { accountSheet } from '#features/logs/server/accounts/sheet.ts'
import { balanceOf } from './accounts.ts'
import { postConfirmedGifts } from './gifts.ts'

test('PostgreSQL: posting many gifts reads a few rows each, even with plans cached while the database was empty', async () => {
  const many = 400
  const database = await testDatabase({ poolSize: 1 })
  try {
    const { db } = database
    // Analyzed while empty, so that the planner prefers sequential scans.
    await sql`analyze`.execute(db)
    const { organization_id, ...first } = await createProject(db)
    await createGift(db, first, 500)
    const { rows: projects } = await sql<{ id: number }>`
        insert into projects (slug, title, status, review_status, funding_type, organization_id, created_at, updated_at)
        select 'p' || nth, 'P ' || nth, 2, 2, 1, ${organization_id}::bigint, now(), now()
        from generate_series(1, ${many}::integer) nth returning id`.execute(db)
    const plans = await plansOf(database, () =>
      db.transaction().execute((tx) =>
        postConfirmedGifts(
          tx,
          projects.map(({ id }) => ({
            project_id: id,
            funding_type: 1,
            amount_cents: 1_000,
            received_on: '2026-11-10',
            source: 'test',
            note: '',
            created_by: null,
            now: new Date('2026-11-21T11:00:00Z'),
          })),
        ),
      ),
    )
    // Includes the triggers' plans; otherwise the test would prove nothing.
    for (const table of [
      'funding_totals',
      'ledger_day_balances',
      'gifts_to_keep',
      'organization_sums_to_keep',
    ])
      expect(plans.some((one) => one['Query Text'].includes(`into ${table}`))).toBe(true)
    const wide = plans
      .map((one) => [touched(one.Plan), one['Query Text'].trim().slice(0, 80)] as const)
      .filter(([rows]) => rows > 10 * many)
    expect(wide).toEqual([])
  } finally {
    await database.close()
  }
})

test("PostgreSQL: a balance on a day and a page of an account sheet read only that account's rows", async () => {
  const [others, own] = [3_000, 40]
  const database = await testDatabase({ poolSize: 1 })
  try {
    const { db } = database
    const project = await createProject(db)
    const { rows: projects } = await sql<{ id: number }>`
        insert into projects (slug, title, status, review_status, funding_type, organization_id, created_at, updated_at)
        select 'p' || nth, 'P ' || nth, 2, 2, 1, ${project.organization_id}::bigint, now(), now()
        from generate_series(1, ${others}::integer) nth returning id`.execute(db)
    const gift = (project_id: number, nth = 0) => ({
      project_id,
      funding_type: 1 as const,
      amount_cents: 1_000,
      // One gift on each of the first days, all others on the last.
      received_on: `2026-11-${String(Math.min(1 + nth, 10)).padStart(2, '0')}`,
      source: 'test',
      note: '',
      created_by: null,
      now: new Date('2026-11-21T11:00:00Z'),
    })
    const given = [
      ...projects.map(({ id }) => gift(id)),
      ...Array.from({ length: own }, (_, nth) => gift(project.id, nth)),
    ]
    await db.transaction().execute((tx) => postConfirmedGifts(tx, given))
    await sql`analyze`.execute(db)
    const account = await db
      .selectFrom('ledger_accounts')
      .select(['id', 'is_shared'])
      .where('project_id', '=', project.id)
      .executeTakeFirstOrThrow()
    expect(account.is_shared).toBe(false)
    const query = {
      page: 2,
      page_size: 10,
      search: '',
      filters: { date_from: undefined, date_to: undefined },
      archived: undefined,
      exclude_status: undefined,
    }
    const ordering = { key: 'business_day', descending: true } as const
    const found: number[] = []
    const widest = async (work: () => Promise<number>) => {
      const plans = await plansOf(database, async () => void found.push(await work()))
      return Math.max(...plans.map(({ Plan }) => touched(Plan)))
    }
    const balance = await widest(() => balanceOf(db, account.id, '2026-11-03'))
    const sheet = await widest(async () => {
      const { results } = await accountSheet(db, account.id, { ...query, ordering }, 'en_US')
      return results.length
    })
    expect(found).toEqual([-3_000, 10])
    expect(balance).toBeLessThanOrEqual(3)
    expect(sheet).toBeLessThanOrEqual(own)
  } finally {
    await database.close()
  }
})
