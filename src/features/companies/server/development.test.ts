import { sql } from 'kysely'
import { readXlsx } from 'hucre'
import { beforeEach, expect, test } from 'vitest'
import { accountId } from '#features/ledger/server/accounts.ts'
import { postBudgetGrant } from '#features/ledger/server/budgets.ts'
import { postDefunding } from '#features/ledger/server/defund.ts'
import { postInternalFunding } from '#features/ledger/server/fund.ts'
import { post } from '#features/ledger/server/post.ts'
import { everyCompany } from '#server/auth/company-scope.ts'
import { type Client, useApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createProject } from '#test/factories.ts'
import { makeBudget, makeCompany } from '#test/money.ts'
import { plansOf, touched } from '#test/plans.ts'
import type { CompanyMonth } from '../contract.ts'
import { developmentOf } from './development.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))
const path = '/api/v4/companies/donating-companies/werke/'
const context = () => ({ actor: { id: null, name: 'Kim' }, now: app.clock.now })

/** Creates a company with two budgets that has grants, gifts and a returned gift. */
async function aCompany() {
  const { db, clock } = app
  const company = await makeCompany(db, { slug: 'werke', title: 'Stadtwerke', granted_cents: 500_000 })
  const other = await makeCompany(db, { slug: 'bank', title: 'Bank', granted_cents: 900_000 })
  await makeBudget(db, {
    company_id: company.id,
    slug: 'fonds',
    title: 'Fonds',
    funding_type: 3,
    granted_cents: 100_000,
  })
  const general = (company_id: number) =>
    db
      .selectFrom('budgets')
      .selectAll()
      .where('company_id', '=', company_id)
      .where('is_general', '=', true)
      .executeTakeFirstOrThrow()
  const [project, second] = [
    await createProject(db, { needs: [500_000] }),
    await createProject(db, { needs: [500_000] }),
  ]
  const fund = async (of: typeof company, to: typeof project, amount_cents: number, business_day: string) =>
    db.transaction().execute(async (tx) =>
      postInternalFunding(tx, context(), {
        project: to,
        company: of,
        budget: await general(of.id),
        funding_type: 4,
        amount_cents,
        business_day,
        note: '',
      }),
    )
  await fund(company, project, 40_000, '2025-11-30') // before the twelve months shown
  await fund(company, project, 30_000, '2026-02-10')
  await fund(other, project, 77_000, '2026-02-11')
  await fund(company, second, 20_000, '2026-04-01')
  await db.transaction().execute((tx) =>
    postBudgetGrant(tx, {
      company_id: company.id,
      amount_cents: 5_000,
      business_day: '2026-05-01',
      created_by: null,
      now: clock.now,
    }),
  )
  await db.transaction().execute((tx) =>
    postDefunding(tx, context(), {
      project: second,
      reason: 'x',
      business_day: '2026-06-15',
      acknowledged: false,
      scope: everyCompany,
    }),
  )
  return company
}
const monthsOf = async () => (await staff.get(`${path}development/`)).body.months as CompanyMonth[]

test("each month shows added, given and available, and the last month equals today's budget", async () => {
  const { id } = await aCompany()
  const months = await monthsOf()
  expect(months.map((month) => month.month)).toEqual([
    '2025-12',
    ...Array.from({ length: 11 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}`),
  ])
  expect(
    months.slice(0, 8).map((month) => [month.added_cents, month.given_cents, month.available_cents]),
  ).toEqual([
    [0, 0, 560_000],
    [0, 0, 560_000],
    [0, 30_000, 530_000],
    [0, 0, 530_000],
    [0, 20_000, 510_000],
    [5_000, 0, 515_000],
    [0, -20_000, 535_000],
    [0, 0, 535_000],
  ])
  // The ledger's balance on the last day of each month.
  for (const { month, available_cents } of months) {
    const { rows } = await sql<{ cents: number }>`
      select sum(account_balance(id, (${`${month}-01`}::date + interval '1 month' - interval '1 day')::date))::bigint as cents
      from ledger_accounts where kind = 'budget_available' and company_id = ${id}`.execute(app.db)
    expect([month, available_cents]).toEqual([month, rows[0]!.cents])
  }
  expect((await staff.get(path)).body.available_cents).toBe(months.at(-1)!.available_cents)
})

test('a company without a budget gets twelve months of zeros', async () => {
  await makeCompany(app.db, { slug: 'werke', title: 'Stadtwerke' })
  const months = await monthsOf()
  expect(months).toHaveLength(12)
  expect(months.every((month) => month.available_cents === 0)).toBe(true)
})

test('the workbook shows the same months', async () => {
  await aCompany()
  const { bytes, status } = await staff.get(`${path}development/export/`)
  expect(status).toBe(200)
  const [sheet, about] = (await readXlsx(bytes)).sheets
  expect(sheet!.rows[0]).toEqual(['Month', 'Added', 'Given to projects', 'Left at the end'])
  const months = await monthsOf()
  expect(sheet!.rows.slice(1).map((row) => row.slice(1))).toEqual(
    months.map((month) => [month.added_cents / 100, month.given_cents / 100, month.available_cents / 100]),
  )
  expect(about!.rows[0]).toEqual(['Company', 'Stadtwerke'])
})

test("PostgreSQL: a company's months read only its own rows, even among many of another company", async () => {
  const [others, own] = [3_000, 40]
  const database = await testDatabase({ poolSize: 1 })
  try {
    const { db } = database
    const give = async (company_id: number, many: number) => {
      const entry = { business_day: '2026-06-01', created_by: null, now: new Date('2026-11-21T11:00:00Z') }
      await db.transaction().execute(async (tx) => {
        const debit = await accountId(tx, { kind: 'budget_used', company_id })
        const credit = await accountId(tx, { kind: 'budget_available', company_id })
        await post(
          tx,
          { kind: 'funded_internally', ...entry },
          Array.from({ length: many }, () => ({
            purpose: 'budget_use' as const,
            debit,
            credit,
            amount_cents: 1,
          })),
        )
      })
    }
    const company = await makeCompany(db, { slug: 'werke', title: 'Stadtwerke', granted_cents: 5_000 })
    const other = await makeCompany(db, { slug: 'bank', title: 'Bank', granted_cents: 5_000 })
    await give(other.id, others)
    await give(company.id, own)
    await sql`analyze`.execute(db)
    let months: CompanyMonth[] = []
    const plans = await plansOf(
      database,
      async () => void (months = await developmentOf(db, company.id, '2026-11-21')),
    )
    expect(months.at(-1)!.available_cents).toBe(5_000 - own)
    expect(plans.length).toBeGreaterThan(0)
    expect(
      plans
        .map((one) => [touched(one.Plan), one['Query Text'].trim().slice(0, 80)] as const)
        .filter(([rows]) => rows > 10 * own),
    ).toEqual([])
  } finally {
    await database.close()
  }
})
