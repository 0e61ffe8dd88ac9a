import { beforeEach, expect, test } from 'vitest'
import { violatedConstraint } from '#server/db/transaction.ts'
import { accountId } from '#features/ledger/server/accounts.ts'
import { post } from '#features/ledger/server/post.ts'
import { postInternalFunding } from '#features/ledger/server/fund.ts'
import { readXlsx } from 'hucre'
import { type Client, useApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { textOfPdf } from '#test/pdf.ts'
import { statementOf } from './statement.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))
const path = '/api/v4/companies/donating-companies/'

/** Expected used and available amounts after a funding, as in product.md §4. */
async function take(amount_cents: number) {
  const { id: company_id } = await app.db.selectFrom('companies').select('id').executeTakeFirstOrThrow()
  const entry = { business_day: '2026-11-21', created_by: null, now: app.clock.now }
  await app.db.transaction().execute(async (tx) =>
    post(tx, { kind: 'funded_internally', ...entry }, [
      {
        purpose: 'budget_use',
        debit: await accountId(tx, { kind: 'budget_used', company_id }),
        credit: await accountId(tx, { kind: 'budget_available', company_id }),
        amount_cents,
      },
    ]),
  )
}

test('the budget is a ledger balance: added, spent and available', async () => {
  const made = await staff.post(path, { title: 'Stadtwerke', budget_cents: 500_000 })
  expect(made.status).toBe(201)
  expect(made.body).toEqual({
    slug: 'stadtwerke',
    title: 'Stadtwerke',
    budget_cents: 500_000,
    available_cents: 500_000,
    budgets: [
      expect.objectContaining({ is_general: true, granted_cents: 500_000, available_cents: 500_000 }),
    ],
    version: 1,
  })
  await take(123_456)
  const added = await staff.patch(`${path}stadtwerke/`, { add_budget_cents: 1000, version: 1 })
  expect(added.body).toMatchObject({ budget_cents: 501_000, available_cents: 377_544, version: 2 })
  const rows = await app.db.selectFrom('ledger_rows').select('amount_cents').orderBy('id').execute()
  expect(rows.map((row) => row.amount_cents)).toEqual([500_000, 123_456, 1000])
  const events = await app.db.selectFrom('audit_events').select(['before', 'after']).orderBy('id').execute()
  expect(events).toEqual([
    { before: null, after: { title: 'Stadtwerke', budget_cents: 500_000 } },
    { before: { budget_cents: 500_000 }, after: { budget_cents: 501_000 } },
  ])
})

test('concurrent fundings never make a budget negative', async () => {
  await staff.post(path, { title: 'Stadtwerke', budget_cents: 1000 })
  const taken = await Promise.allSettled([400, 400, 400].map((cents) => take(cents)))
  const refused = taken.filter((one) => one.status === 'rejected')
  expect(refused.map((one) => violatedConstraint(one.reason))).toEqual(['budget_not_negative'])
  expect((await staff.get(path)).body.results).toMatchObject([{ budget_cents: 1000, available_cents: 200 }])
})

test('companies without a budget show zero available, and the list is sorted by title', async () => {
  await staff.post(path, { title: 'Zoo' })
  await staff.post(path, { title: 'Äpfel & Co.', budget_cents: 0 })
  await staff.patch(`${path}zoo/`, { add_budget_cents: 7, version: 1 })
  const { body } = await staff.get(path)
  expect(body.count).toBe(2)
  expect(
    body.results.map((row: { title: string; available_cents: number }) => [row.title, row.available_cents]),
  ).toEqual([
    ['Äpfel & Co.', 0],
    ['Zoo', 7],
  ])
  for (let n = 0; n < 10; n++) await staff.post(path, { title: `Bank ${n}` })
  const second = await staff.get(`${path}?page_size=10&page=2`)
  expect(second.body.results.map((row: { slug: string }) => row.slug)).toEqual(['bank-9', 'zoo'])
})

test('repeating a call with its idempotency key adds to the budget once', async () => {
  await staff.post(path, { title: 'Bank' })
  const headers = { 'idempotency-key': 'once' }
  const first = await staff.patch(`${path}bank/`, { add_budget_cents: 100, version: 1 }, { headers })
  const again = await staff.patch(`${path}bank/`, { add_budget_cents: 100, version: 1 }, { headers })
  expect([first.body.available_cents, again.body.available_cents]).toEqual([100, 100])
  expect((await staff.get(path)).body.results[0].available_cents).toBe(100)
})

test('non-integer or non-positive cents and stale versions are rejected', async () => {
  await staff.post(path, { title: 'Bank' })
  for (const add_budget_cents of [0, -5, 1.5, '7', 1e15])
    expect((await staff.patch(`${path}bank/`, { add_budget_cents, version: 1 })).status).toBe(400)
  expect((await staff.post(path, { title: 'X', budget_cents: -1 })).status).toBe(400)
  expect((await staff.patch(`${path}bank/`, { title: 'Bank AG', version: 1 })).body.title).toBe('Bank AG')
  const stale = await staff.patch(`${path}bank/`, { title: 'Y', version: 1 })
  expect([stale.status, stale.body.code, stale.body.current.title]).toEqual([409, 'edit_conflict', 'Bank AG'])
  expect((await staff.patch(`${path}nothing/`, { title: 'Y', version: 1 })).status).toBe(404)
})

test('unless_known rejects a company with a known name; without it both are kept', async () => {
  const made = (await staff.post(path, { title: 'Stadtwerke Ulm' })).body
  const again = { title: ' STADTWERKE  ulm'.trim().replace('  ', ' ') }
  const told = await staff.post(path, { ...again, unless_known: true })
  expect([told.status, told.body.code, told.body.blocking]).toEqual([
    409,
    'already_known',
    [{ slug: made.slug, title: 'Stadtwerke Ulm', code: 'same_title' }],
  ])
  const second = await staff.post(path, again)
  expect(second.status).toBe(201)
  const other = (await staff.post(path, { title: 'Sparkasse', unless_known: true })).body
  const renamed = { title: 'Stadtwerke Ulm', version: 1 }
  expect((await staff.patch(`${path}${other.slug}/`, { ...renamed, unless_known: true })).status).toBe(409)
  expect((await staff.patch(`${path}${other.slug}/`, renamed)).status).toBe(200)
})

const budgetsPath = (slug: string) => `${path}${slug}/budgets/`
const budget = {
  title: 'Stiftungsfonds 2026',
  funding_type: 3,
  valid_from: '2026-01-01',
  valid_until: '2026-12-31',
  granted_cents: 400_000,
}

test('a company has a general budget and can have others with their own type and validity', async () => {
  await staff.post(path, { title: 'Stiftung', budget_cents: 1_000 })
  const made = await staff.post(budgetsPath('stiftung'), budget)
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    budget_cents: 401_000,
    available_cents: 401_000,
    budgets: [
      {
        title: 'General budget',
        is_general: true,
        funding_type: null,
        validity: 'valid',
        granted_cents: 1_000,
      },
      {
        title: 'Stiftungsfonds 2026',
        is_general: false,
        funding_type: { choice: 3, display: 'Foundation' },
        validity: 'valid',
        granted_cents: 400_000,
        used_cents: 0,
        available_cents: 400_000,
        version: 1,
      },
    ],
  })
  const { slug } = made.body.budgets[1]
  const change = { valid_until: '2026-06-30', add_cents: 500, version: 1 }
  const changed = await staff.patch(`${budgetsPath('stiftung')}${slug}/`, change)
  expect(changed.body.budgets[1]).toMatchObject({
    valid_until: '2026-06-30',
    validity: 'expired',
    granted_cents: 400_500,
    version: 2,
  })
  const stale = await staff.patch(`${budgetsPath('stiftung')}${slug}/`, { title: 'X', version: 1 })
  expect([stale.status, stale.body.code, stale.body.current.title]).toEqual([
    409,
    'edit_conflict',
    'Stiftung',
  ])
})

test('an invalid budget is rejected at its field and nothing is saved', async () => {
  await staff.post(path, { title: 'Stiftung' })
  await staff.post(budgetsPath('stiftung'), budget)
  const [general] = (await staff.get(`${path}stiftung/`)).body.budgets
  const refused = [
    await staff.post(budgetsPath('stiftung'), { ...budget, title: ' STIFTUNGSFONDS 2026' }),
    await staff.post(budgetsPath('stiftung'), { ...budget, title: 'Y', valid_from: '2027-01-01' }),
    await staff.post(budgetsPath('stiftung'), { ...budget, title: 'Z', granted_cents: 0.5 }),
    await staff.patch(`${budgetsPath('stiftung')}${general.slug}/`, { title: 'Mine', version: 1 }),
  ]
  expect(refused.map((answer) => [answer.status, Object.keys(answer.body)])).toEqual([
    [400, ['title']],
    [400, ['valid_until']],
    [400, ['granted_cents']],
    [400, ['title']],
  ])
  expect((await staff.get(`${path}stiftung/`)).body.budgets).toHaveLength(2)
  expect((await staff.post(budgetsPath('nobody'), budget)).status).toBe(404)
})

/** Creates a project that the company funded from its own budget. */
async function funded(amount_cents: number) {
  const { db, clock } = app
  const company = await db.selectFrom('companies').selectAll().executeTakeFirstOrThrow()
  const from = await db
    .selectFrom('budgets')
    .selectAll()
    .where('is_general', '=', false)
    .executeTakeFirstOrThrow()
  const project = await createProject(db, { title: 'Café „Öhringen“ <b>' })
  const context = { actor: { id: staff.userId, name: 'Kim' }, now: clock.now }
  await db.transaction().execute((tx) =>
    postInternalFunding(tx, context, {
      project,
      company,
      budget: from,
      funding_type: 3,
      amount_cents,
      business_day: '2026-11-21',
      note: 'Beschluss',
    }),
  )
  return project
}

test("a company's page lists its gifts and debts, newest first", async () => {
  await staff.post(path, { title: 'Stiftung' })
  await staff.post(budgetsPath('stiftung'), budget)
  const project = await funded(30_000)
  const { body } = await staff.get(`${path}stiftung/`)
  expect(body).toMatchObject({ given_cents: 30_000, owed_cents: 30_000, fundings: 1, projects: 1 })
  expect(body.budgets[1]).toMatchObject({ used_cents: 30_000, available_cents: 370_000 })
  const { results, count } = (await staff.get(`${path}stiftung/fundings/`)).body
  expect([count, results]).toMatchObject([
    1,
    [
      {
        project: { slug: project.slug },
        budget: { title: 'Stiftungsfonds 2026' },
        funding_type: { display: 'Foundation' },
        amount_cents: 30_000,
        state: 'confirmed',
        received_on: '2026-11-21',
      },
    ],
  ])
})

test('the statement of account shows opening, movements with running balance, and closing, as PDF and as workbook', async () => {
  await staff.post(path, { title: 'Stiftung' })
  await staff.post(budgetsPath('stiftung'), budget)
  await funded(30_000)
  const company = await app.db.selectFrom('companies').select('id').executeTakeFirstOrThrow()
  const year = { from: '2026-01-01', to: '2026-12-31' }
  const statement = await statementOf(app.db, company.id, year, 'en_US')
  expect([statement.opening, statement.closing]).toEqual([0, 370_000])
  expect(statement.movements.map(({ kind, cents, balance }) => [kind, cents, balance])).toEqual([
    ['budget_added', 400_000, 400_000],
    ['funded_internally', -30_000, 370_000],
  ])
  const later = await statementOf(app.db, company.id, { from: '2026-12-01', to: '2026-12-31' }, 'en_US')
  expect(later).toEqual({ opening: 370_000, closing: 370_000, movements: [] })

  const pdf = await staff.get(`${path}stiftung/statement/?format=pdf`)
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const text = await textOfPdf(pdf.bytes)
  for (const words of ['Statement of account: Stiftung', 'Café „Öhringen“ <b>', '€3,700.00', 'Page 1 of 1'])
    expect(text).toContain(words)
  const xlsx = await staff.get(`${path}stiftung/statement/?format=xlsx`)
  const [sheet] = (await readXlsx(xlsx.bytes)).sheets
  expect(sheet!.rows.map((row) => row[6])).toEqual(['Left in the budgets', 0, 4_000, 3_700, 3_700])
  const wrong = await staff.get(`${path}stiftung/statement/?date_from=2026-02-01&date_to=2026-01-01`)
  expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['date_to']])
})
