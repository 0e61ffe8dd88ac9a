import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { readXlsx } from 'hucre'
import type { AuditContext } from '#server/audit/audit.ts'
import { everyCompany } from '#server/auth/company-scope.ts'
import { postBudgetGrant } from '#features/ledger/server/budgets.ts'
import { postDefunding } from '#features/ledger/server/defund.ts'
import { postInternalFunding } from '#features/ledger/server/fund.ts'
import { lockPayouts, markArrived, markPaid } from '#features/ledger/server/payouts.ts'
import { settle } from '#features/ledger/server/settle.ts'
import { type Client, useApp } from '#test/app.ts'
import { createGift, createOrganization, createProject } from '#test/factories.ts'
import { figureNames } from '../rules.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

const path = '/api/v4/statistics/'
const year = 'date_from=2026-01-01&date_to=2026-12-31'
const read = async (query: string) => (await staff.get(`${path}?${query}`)).body
const cents = (row: Record<string, number>) => figureNames.map((name) => row[`${name}_cents`])

/** Posts a year of money events; each day of the clock posts its own events. */
async function aYear() {
  const { db, clock } = app
  const at = (day: string) => (clock.now = new Date(`${day}T09:00:00Z`))
  const context = (): AuditContext => ({ actor: { id: null, name: 'Kim' }, now: clock.now })
  at('2026-02-10')
  const organization = await createOrganization(db, { title: 'Verein' })
  const first = await createProject(db, { organization_id: organization.id, needs: [500_000] })
  const second = await createProject(db, { organization_id: organization.id, needs: [500_000] })
  const other = await createProject(db, { needs: [500_000] })
  const company = await db
    .insertInto('companies')
    .values({ slug: 'stiftung', title: 'Stiftung', created_at: clock.now })
    .returning(['id', 'title'])
    .executeTakeFirstOrThrow()
  const budget = await db.selectFrom('budgets').selectAll().executeTakeFirstOrThrow()
  await db.transaction().execute((tx) =>
    postBudgetGrant(tx, {
      company_id: company.id,
      amount_cents: 1_000_000,
      business_day: '2026-01-01',
      created_by: null,
      now: clock.now,
    }),
  )
  const fund = (project: { id: number; title: string }, amount_cents: number, business_day: string) =>
    db.transaction().execute((tx) =>
      postInternalFunding(tx, context(), {
        project,
        company,
        budget,
        funding_type: 3,
        amount_cents,
        business_day,
        note: '',
      }),
    )
  await createGift(db, first, 10_000, { received_on: '2026-02-10', now: clock.now })
  await fund(first, 50_000, '2026-02-10')
  at('2026-03-05')
  await createGift(db, second, 7_000, { received_on: '2026-02-28', now: clock.now }) // booked late
  await db.transaction().execute((tx) => settle(tx, context(), { business_day: '2026-03-05', atMost: 100 }))
  const ids = (await db.selectFrom('payouts').select('id').orderBy('id').execute()).map((row) => row.id)
  at('2026-03-20')
  await db
    .transaction()
    .execute(async (tx) =>
      markPaid(tx, context(), await lockPayouts(tx, { ids }), { paid_on: '2026-03-20', reference: '' }),
    )
  at('2026-04-01')
  await db.transaction().execute(async (tx) =>
    markArrived(tx, context(), await lockPayouts(tx, { ids: ids.slice(0, 1) }), {
      arrived_on: '2026-04-01',
      note: '',
    }),
  )
  await fund(other, 20_000, '2026-04-01')
  at('2026-05-02')
  await db.transaction().execute((tx) =>
    postDefunding(tx, context(), {
      project: other,
      reason: 'x',
      business_day: '2026-05-02',
      acknowledged: false,
      scope: everyCompany,
    }),
  )
  at('2026-11-21')
  return { first, second, other, organization }
}

test("a year's figures equal the ledger, each stage separately", async () => {
  await aYear()
  const { totals, series } = await read(year)
  expect(cents(totals)).toEqual([67_000, 67_000, 67_000, 10_000, 0])
  // All recipients count, although one of them lost its money again.
  expect([totals.projects, totals.organizations, totals.donors]).toEqual([3, 2, 2])
  expect(series).toHaveLength(12)
  expect(series.slice(1, 5).map((row: Record<string, number>) => [row.key, ...cents(row)])).toEqual([
    ['2026-02', 67_000, 0, 0, 0, 0],
    ['2026-03', 0, 67_000, 67_000, 0, 0],
    ['2026-04', 20_000, 0, 0, 10_000, 0],
    ['2026-05', -20_000, 0, 0, 0, 0],
  ])
  expect(series[1].by_type).toEqual({ 1: 17_000, 2: 0, 3: 50_000, 4: 0 })
})

test('as of a past day, later bookings are left out, whatever their business day', async () => {
  await aYear()
  const march = await read(`${year}&as_of=2026-03-04`)
  expect(cents(march.totals)).toEqual([60_000, 0, 0, 0, 0])
  expect([march.totals.projects, march.totals.donors, march.as_of]).toEqual([1, 1, '2026-03-04'])
  expect(cents((await read(`${year}&as_of=2026-03-05`)).totals)).toEqual([67_000, 67_000, 0, 0, 0])
  expect(cents((await read(`${year}&as_of=2026-04-30`)).totals)).toEqual([87_000, 67_000, 67_000, 10_000, 0])
})

test('groups by type, company, organization and category add up to the total', async () => {
  const { organization } = await aYear()
  await app.db
    .updateTable('organizations')
    .set({ category: 'Sport' })
    .where('id', '=', organization.id)
    .execute()
  for (const group of ['funding_type', 'company', 'organization', 'category']) {
    const { totals, series } = await read(`${year}&group_by=${group}`)
    for (const name of figureNames) {
      const sum = series.reduce((n: number, row: Record<string, number>) => n + row[`${name}_cents`]!, 0)
      expect([group, name, sum]).toEqual([group, name, totals[`${name}_cents`]])
    }
  }
  const companies = (await read(`${year}&group_by=company`)).series
  expect(companies).toMatchObject([
    { key: 'stiftung', title: 'Stiftung', funding_type: { choice: 3 }, allocated_cents: 50_000, projects: 2 },
    {
      key: 'private',
      title: 'Private donors',
      funding_type: { choice: 1 },
      allocated_cents: 17_000,
      donors: 2,
    },
  ])
  const [sport, none] = (await read(`${year}&group_by=category`)).series
  expect(sport).toMatchObject({ key: 'Sport', title: 'Sport', allocated_cents: 67_000, organizations: 1 })
  expect(none).toMatchObject({ key: '-', title: 'No category' })
  const [most] = (await read(`${year}&group_by=organization`)).series
  expect(most).toMatchObject({
    key: organization.slug,
    title: 'Verein',
    allocated_cents: 67_000,
    projects: 2,
  })
})

test('a company with several funding types gets the sum of its rows and counts each project once', async () => {
  const { first, second } = await aYear()
  const company = await app.db
    .selectFrom('companies')
    .select(['id', 'title'])
    .where('slug', '=', 'stiftung')
    .executeTakeFirstOrThrow()
  const budget = await app.db.selectFrom('budgets').selectAll().executeTakeFirstOrThrow()
  for (const [project, amount_cents] of [
    [first, 3_000],
    [second, 4_000],
  ] as const)
    await app.db.transaction().execute((tx) =>
      postInternalFunding(
        tx,
        { actor: { id: null, name: 'Kim' }, now: app.clock.now },
        {
          project,
          company,
          budget,
          funding_type: 4,
          amount_cents,
          business_day: '2026-06-01',
          note: '',
        },
      ),
    )
  const { series, subtotals, totals } = await read(`${year}&group_by=company`)
  expect(series.map((row: Record<string, number>) => [row.key, row.allocated_cents, row.projects])).toEqual([
    ['stiftung', 50_000, 2],
    ['private', 17_000, 2],
    ['stiftung', 7_000, 2],
  ])
  expect(
    subtotals.map((row: Record<string, number>) => [row.key, row.title, row.allocated_cents, row.projects]),
  ).toEqual([
    ['stiftung', 'Stiftung', 57_000, 3],
    ['private', 'Private donors', 17_000, 2],
  ])
  for (const name of figureNames) {
    const sum = subtotals.reduce(
      (cents: number, row: Record<string, number>) => cents + row[`${name}_cents`]!,
      0,
    )
    expect([name, sum]).toEqual([name, totals[`${name}_cents`]])
  }
  // The group's figure links to rows with the same sum.
  const { sum_cents } = (await staff.get(`${path}rows/?${year}&company=stiftung`)).body
  expect(sum_cents).toBe(57_000)
  expect((await read(`${year}&group_by=month`)).subtotals).toEqual([])
})

test('a donor counts once in the total and in each group; each gift without a known donor counts as one', async () => {
  const of = (category: string) => createOrganization(app.db, { title: category, category })
  const [sport, art] = [await of('Sport'), await of('Kunst')]
  const [gym, stage] = [
    await createProject(app.db, { organization_id: sport.id, needs: [500_000] }),
    await createProject(app.db, { organization_id: art.id, needs: [500_000] }),
  ]
  const give = async ({ slug: project_slug }: { slug: string }, received_on: string, donor: object) => {
    const donation = { project_slug, amount_cents: 1_000, received_on, channel: 'cash', donor }
    expect((await staff.post('/api/v4/private-donations/', donation)).status).toBe(201)
  }
  const kern = { name: 'Maria Kern', email: 'maria@example.org' }
  await give(gym, '2026-02-10', kern)
  await give(gym, '2026-02-11', kern)
  await give(stage, '2026-03-10', kern)
  await give(stage, '2026-03-11', { name: 'Renate Albers' })
  await createGift(app.db, gym, 1_000, { received_on: '2026-02-05' })
  await createGift(app.db, gym, 1_000, { received_on: '2026-02-06' })
  const donors = async (group: string, more = '') => {
    const { totals, series } = await read(`${year}&group_by=${group}${more}`)
    const of = series.map((row: { key: string; donors: number }) => [row.key, row.donors])
    return [totals.donors, Object.fromEntries(of.filter(([, n]: [string, number]) => n > 0))]
  }
  expect(await donors('month')).toEqual([4, { '2026-02': 3, '2026-03': 2 }])
  expect(await donors('funding_type')).toEqual([4, { 1: 4 }])
  expect(await donors('company')).toEqual([4, { private: 4 }])
  expect(await donors('organization')).toEqual([4, { [sport.slug]: 3, [art.slug]: 2 }])
  expect(await donors('category')).toEqual([4, { Sport: 3, Kunst: 2 }])
  expect(await donors('month', '&as_of=2026-11-21')).toEqual([4, { '2026-02': 3, '2026-03': 2 }])
})

test('every figure equals the sum of its rows: by month, type, company and as-of day', async () => {
  const { organization } = await aYear()
  await app.db
    .updateTable('organizations')
    .set({ category: 'Sport' })
    .where('id', '=', organization.id)
    .execute()
  const parts = [
    '',
    '&category=Sport',
    '&category=-',
    '&month=2026-04',
    '&funding_type=3',
    '&company=private',
    '&company=stiftung&as_of=2026-03-19',
  ]
  for (const part of parts)
    for (const figure of figureNames) {
      const { body } = await staff.get(`${path}rows/?${year}&figure=${figure}${part}&page_size=100`)
      const sum = body.results.reduce((n: number, row: { cents: number }) => n + row.cents, 0)
      expect([part, figure, sum]).toEqual([part, figure, body.sum_cents])
      if (part.startsWith('&category')) {
        const { series } = await read(`${year}&group_by=category`)
        const group = series.find((one: { key: string }) => part === `&category=${one.key}`)
        expect([part, figure, sum]).toEqual([part, figure, group[`${figure}_cents`]])
      }
      if (part === '') expect(sum).toBe((await read(year)).totals[`${figure}_cents`])
      if (part === '&month=2026-04')
        expect(sum).toBe((await read('date_from=2026-04-01&date_to=2026-04-30')).totals[`${figure}_cents`])
    }
})

test('invalid queries are rejected at their field', async () => {
  const refused = async (query: string) => {
    const { status, body } = await staff.get(`${path}?${query}`)
    return [status, Object.keys(body)]
  }
  expect(await refused('date_from=2026-02-01&date_to=2026-01-01')).toEqual([400, ['date_to']])
  expect(await refused('date_from=2026-02-30&date_to=2026-03-01')).toEqual([400, ['date_from']])
  expect(await refused(`${year}&group_by=weather`)).toEqual([400, ['group_by']])
  expect(await refused(`${year}&as_of=soon`)).toEqual([400, ['as_of']])
})

test('the workbook holds the same figures and names their period and grouping', async () => {
  await aYear()
  const { bytes, status } = await staff.get(`${path}export/?${year}&group_by=company`)
  expect(status).toBe(200)
  const [sheet, about] = (await readXlsx(bytes)).sheets
  expect(sheet!.rows.map((row) => row.slice(0, 4))).toEqual([
    ['By company', 'Funding type', 'Allocated', 'Settled'],
    ['Stiftung', 'Foundation', 500, 500],
    ['Private donors', 'Donation', 170, 170],
    ['All', null, 670, 670],
  ])
  expect(about!.rows[0]).toEqual(['Period', '01.01.2026 to 31.12.2026'])
})

test("by month, the workbook holds the chart's data: allocated sums per type", async () => {
  await aYear()
  const { bytes } = await staff.get(`${path}export/?${year}&group_by=month`)
  const [head, ...rows] = (await readXlsx(bytes)).sheets[0]!.rows
  expect(head!.slice(-4)).toEqual(
    ['Donation', 'Profit-savings', 'Foundation', 'Sponsoring'].map((type) => `Allocated · ${type}`),
  )
  const types = rows.map((row) => row.slice(-4) as number[])
  const summed = types.map((row) => Math.round(row.reduce((sum, euros) => sum + euros, 0) * 100) / 100)
  expect(summed).toEqual(rows.map((row) => row[2]))
  expect(types.at(-1)).toEqual([170, 0, 500, 0])
})

test("a month's DATEV batch contains every posting once, balanced, encoded as Windows-1252", async () => {
  await aYear()
  await sql`update projects set title = 'Café „Öl“ – 字'`.execute(app.db)
  const { bytes, status, headers } = await staff.get(`${path}datev/?month=2026-03&consultant=1001&client=1`)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=windows-1252'])
  const lines = new TextDecoder('windows-1252').decode(bytes).trimEnd().split('\r\n')
  expect(lines[0]).toMatch(
    /^"EXTF";700;21;"Buchungsstapel";13;\d{17};;"AL";"";"";1001;1;20260101;4;20260301;20260331;/,
  )
  const postings = lines.slice(2).map((line) => line.split(';'))
  // Three settlements and three payments: 100, 500 and 70 euros each.
  expect(postings.map((fields) => [fields[0], fields[6], fields[7], fields[9]])).toEqual([
    ['100,00', '1701', '1702', '0503'],
    ['500,00', '1701', '1702', '0503'],
    ['70,00', '1701', '1702', '0503'],
    ['100,00', '1702', '1200', '2003'],
    ['500,00', '1702', '1501', '2003'],
    ['70,00', '1702', '1200', '2003'],
  ])
  expect(postings[0]![13]).toBe('"AZ-2026-0001 Café „Öl“ – ?"')
  expect((await staff.get(`${path}datev/?month=2026-13&consultant=1001&client=1`)).status).toBe(400)
})
