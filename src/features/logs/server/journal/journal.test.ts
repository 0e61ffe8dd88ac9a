import { readXlsx } from 'hucre'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { everyCompany } from '#server/auth/company-scope.ts'
import { postBudgetGrant } from '#features/ledger/server/budgets.ts'
import { postDefunding } from '#features/ledger/server/defund.ts'
import { postInternalFunding } from '#features/ledger/server/fund.ts'
import { postConfirmedGift } from '#features/ledger/server/gifts.ts'
import { closeMonth } from '#features/ledger/server/months.ts'
import { lockPayouts, markPaid } from '#features/ledger/server/payouts.ts'
import { settle } from '#features/ledger/server/settle.ts'

const app = useApp({ resets: false })
let auditor: Client
let ayse: { id: number; name: string }
let cafe: Awaited<ReturnType<typeof createProject>>
let well: Awaited<ReturnType<typeof createProject>>

const transaction = <T>(work: (tx: Db) => Promise<T>) => app.db.transaction().execute(work)
const at = (now: string): AuditContext => ({ actor: ayse, now: new Date(now) })

// Transaction numbers: 1 grant · 2 to 5 gifts of 240, 10, 20 and 30 · 6 settlement · 7 internal · 8 settlement · 9 payment · 10
// a funding and 11 its defunding.
beforeAll(async () => {
  auditor = await app.as(['view_logs', 'export_data'])
  const person = await app.as('superuser')
  ayse = { id: person.userId, name: 'Ayşe' }
  const company = await app.db
    .insertInto('companies')
    .values({ slug: 'sparkasse', title: 'Sparkasse', created_at: new Date() })
    .returning(['id', 'title'])
    .executeTakeFirstOrThrow()
  const budget = await app.db.selectFrom('budgets').selectAll().executeTakeFirstOrThrow()
  cafe = await createProject(app.db, { title: 'Repair-Café', slug: 'repair-cafe', needs: [1_000_000] })
  well = await createProject(app.db, { title: 'Brunnen', slug: 'brunnen', needs: [1_000_000] })
  const now = new Date('2026-10-01T09:00:00Z')
  await transaction((tx) =>
    postBudgetGrant(tx, {
      company_id: company.id,
      amount_cents: 900_000,
      business_day: '2026-01-02',
      created_by: null,
      now,
      note: 'Jahresbudget',
    }),
  )
  for (const amount_cents of [24_000, 1_000, 2_000, 3_000])
    await transaction((tx) =>
      postConfirmedGift(tx, {
        project_id: cafe.id,
        funding_type: 1,
        amount_cents,
        received_on: '2026-10-12',
        source: 'test',
        note: '',
        created_by: null,
        now,
      }),
    )
  const fund = (project: typeof cafe, amount_cents: number, business_day: string) =>
    transaction((tx) =>
      postInternalFunding(tx, at('2026-10-19T09:00:00Z'), {
        project,
        company,
        budget,
        funding_type: 4,
        amount_cents,
        business_day,
        note: 'Zweckertrag 3. Quartal',
      }),
    )
  const settled = (business_day: string) =>
    transaction((tx) => settle(tx, at('2026-10-20T01:00:00Z'), { business_day, projects: [cafe.id] }))
  await settled('2026-10-13')
  await fund(cafe, 415_000, '2026-10-19')
  await settled('2026-10-20')
  await transaction(async (tx) => {
    const [first] = await lockPayouts(tx, { ids: [1] })
    await markPaid(tx, at('2026-10-21T09:00:00Z'), [first!], { paid_on: '2026-10-21', reference: 'Lauf 7' })
  })
  await fund(well, 5_000, '2026-10-22')
  await transaction((tx) =>
    postDefunding(tx, at('2026-10-23T09:00:00Z'), {
      project: well,
      reason: 'Irrtum',
      business_day: '2026-10-23',
      acknowledged: false,
      scope: everyCompany,
    }),
  )
})

const path = '/api/v4/logs/journal/'
const get = async (query = '') => (await auditor.get(`${path}?${query}`)).body
const numbers = async (query: string) => (await get(query)).results.map((row: { id: number }) => row.id)

test('transactions are listed newest first, each with its account codes, event and person', async () => {
  const body = (await auditor.get(path, { locale: 'sie_DE' })).body
  expect(body).toMatchObject({ count: 11, total_pages: 1, current_page: 1, more: false })
  expect(body.results.map((row: { id: number }) => row.id)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  const rows = Object.fromEntries(body.results.map((row: { id: number }) => [row.id, row]))
  expect(rows[7]).toMatchObject({
    business_day: '2026-10-19',
    kind_display: 'Intern gefördert',
    note: 'Zweckertrag 3. Quartal',
    debit: { code: 'claim:company:sparkasse', name: 'Forderung an ein Unternehmen · Sparkasse' },
    credit: { code: 'project:repair-cafe:4', name: 'Repair-Café · Zweckertrag' },
    row_count: 2,
    actor: expect.stringMatching(/^Test Person/),
    actor_id: ayse.id,
    amount_cents: 415_000,
    balance_cents: null,
    closed_at: null,
  })
  expect(rows[6]).toMatchObject({
    kind_display: 'Abrechnung',
    debit: { code: 'project:repair-cafe:1' },
    credit: { code: 'payable:AZ-2026-0001', name: 'Auszahlung AZ-2026-0001' },
    row_count: 4,
    amount_cents: 30_000,
  })
  expect(rows[9]).toMatchObject({ credit: { code: 'bank:main' }, note: 'Lauf 7', amount_cents: 30_000 })
  expect(rows[2]).toMatchObject({ debit: { code: 'bank:main' }, actor: 'Almoner', actor_id: null })
  expect(rows[1]).toMatchObject({
    debit: { code: 'budget_available:sparkasse' },
    credit: { code: 'budget_used:sparkasse' },
    amount_cents: 900_000,
  })
  expect([rows[11].reverses_id, rows[10].reversed_by_id]).toEqual([10, 11])
})

test.each([
  ['kind=settled', [8, 6]],
  ['kind=settled,payout_paid', [9, 8, 6]],
  ['date_from=2026-10-19&date_to=2026-10-20', [8, 7]],
  ['project=repair-cafe', [9, 8, 7, 6, 5, 4, 3, 2]],
  ['project=brunnen', [11, 10]],
  ['project=brunnen,nowhere&kind=defunded', [11]],
  ['company=sparkasse', [11, 10, 7, 1]],
  ['account=bank:main', [9, 5, 4, 3, 2]],
  ['account=project:repair-cafe', [8, 7, 6, 5, 4, 3, 2]],
  ['account=project:repair-cafe:4', [8, 7]],
  ['account=payable:AZ-2026-0001', [9, 6]],
  ['account=claim:company:sparkasse', [11, 10, 7]],
  ['account=nothing:here', []],
  ['account=project:repair-cafe&project=repair-cafe&date_to=2026-10-12', [5, 4, 3, 2]],
  ['company=sparkasse&project=repair-cafe', [7]],
  ['search=4.150,00', [7, 8]],
  ['search=4,150.00', [7, 8]],
  ['search=%3E4000', [1, 7, 8]],
  ['search=10..30', [3, 4, 5]],
  ['search=7', [7]],
  ['search=10', [3, 10]],
  ['ordering=business_day&page_size=10', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
])('%s', async (query, expected) => {
  const found = await numbers(query)
  if (query.startsWith('search')) expect(found.toSorted((a: number, b: number) => a - b)).toEqual(expected)
  else expect(found).toEqual(expected)
})

test('the actor filter finds the transactions of a person, or the automatic ones', async () => {
  expect(await numbers(`actor=${ayse.id}`)).toEqual([11, 10, 9, 8, 7, 6])
  expect(await numbers('actor=system')).toEqual([5, 4, 3, 2, 1])
})

test('an account filter adds signed amounts, running balances and sums, whatever else is filtered or sorted', async () => {
  const seen = (body: { results: { id: number; amount_cents: number; balance_cents: number }[] }) =>
    body.results.map(({ id, amount_cents, balance_cents }) => [id, amount_cents, balance_cents])
  const all = [
    [8, -415_000, 0],
    [7, 415_000, 415_000],
    [6, -30_000, 0],
    [5, 3_000, 30_000],
    [4, 2_000, 27_000],
    [3, 1_000, 25_000],
    [2, 24_000, 24_000],
  ]
  expect(seen(await get('account=project:repair-cafe'))).toEqual(all)
  expect(seen(await get('account=project:repair-cafe&ordering=business_day'))).toEqual(all.toReversed())
  // Other filters hide rows but do not change balances.
  expect(seen(await get('account=project:repair-cafe&kind=settled'))).toEqual([all[0], all[2]])
  expect(seen(await get('account=project:repair-cafe&date_to=2026-10-19'))).toEqual(all.slice(1))
  expect(seen(await get('account=bank:main&page_size=10'))).toEqual([
    [9, -30_000, 0],
    [5, 3_000, 30_000],
    [4, 2_000, 27_000],
    [3, 1_000, 25_000],
    [2, 24_000, 24_000],
  ])
  const sums = (await auditor.get(`${path}sums/?account=project:repair-cafe`)).body
  expect(sums).toEqual({
    account: 'project:repair-cafe',
    account_id: null,
    in_cents: 445_000,
    out_cents: 445_000,
    balance_cents: 0,
  })
  expect((await auditor.get(`${path}sums/?account=bank:main&date_to=2026-10-12`)).body).toMatchObject({
    account_id: expect.any(Number),
    in_cents: 30_000,
    out_cents: 0,
    balance_cents: 30_000,
  })
  expect((await auditor.get(`${path}sums/`)).body).toBeNull()
})

test.each([
  'bank:main',
  'project:repair-cafe',
  'payable:AZ-2026-0002',
  'budget_available:sparkasse',
  'in_transit',
])(
  'incoming and outgoing sums of %s equal those of its rows, for all time, for days and with other filters',
  async (account) => {
    const rowsOf = async (condition: string) => {
      const { rows } = await app.database.pool.query(
        `
        with account as (
          select account.id, case when kind = any('{project,payable,refund,suspense,budget_used,in_transit}') then -1 else 1 end as sign
          from ledger_accounts account
          where case split_part($1, ':', 1)
            when 'project' then project_id = (select id from projects where slug = split_part($1, ':', 2))
            when 'payable' then payout_id = (select id from payouts where number = split_part($1, ':', 2))
            else kind = split_part($1, ':', 1) end
        )
        select coalesce(sum(row.amount_cents) filter (where (debit_account_id = account.id) = (sign > 0)), 0)::integer as in_cents,
          coalesce(sum(row.amount_cents) filter (where (debit_account_id = account.id) <> (sign > 0)), 0)::integer as out_cents
        from account join ledger_rows row on account.id in (debit_account_id, credit_account_id)
        join ledger_transactions entry on entry.id = transaction_id where ${condition}`,
        [account],
      )
      return rows[0]
    }
    const asked = {
      '': 'true',
      'date_from=2026-10-13': `entry.business_day >= '2026-10-13'`,
      'date_from=2026-10-02&date_to=2026-10-19': `entry.business_day between '2026-10-02' and '2026-10-19'`,
      'kind=settled,payout_paid': `entry.kind in ('settled', 'payout_paid')`,
      'project=repair-cafe&date_to=2026-10-19': `entry.business_day <= '2026-10-19' and transaction_id in (select transaction_id
        from ledger_rows join fundings on fundings.id = funding_id join projects on projects.id = project_id where projects.slug = 'repair-cafe')`,
    }
    for (const [query, condition] of Object.entries(asked)) {
      const { in_cents, out_cents } = (await auditor.get(`${path}sums/?account=${account}&${query}`))
        .body ?? { in_cents: 0, out_cents: 0 }
      expect([query, { in_cents, out_cents }]).toEqual([query, await rowsOf(condition)])
    }
  },
)

test('a search for words, an invalid day and an unknown kind are rejected at their field', async () => {
  const search = await auditor.get(`${path}?search=Brunnen`, { locale: 'sie_DE' })
  expect([search.status, search.body.search[0]]).toEqual([
    400,
    'Schreiben Sie einen Betrag wie 1.234,56, >500 oder 100..200, oder die Nummer einer Buchung.',
  ])
  expect((await auditor.get(`${path}?date_from=2026-02-30`)).body).toHaveProperty('date_from')
  expect((await auditor.get(`${path}?kind=nothing`)).body).toHaveProperty('kind')
  expect((await auditor.get(`${path}?page=2`)).status).toBe(404)
})

test('accounts are listed with their balances, filtered by kind and searched by owner or code', async () => {
  const accounts = async (query = '') =>
    (await auditor.get(`/api/v4/logs/accounts/?${query}`)).body.results.map(
      (row: { code: string; balance_cents: number }) => [row.code, row.balance_cents],
    )
  expect(await accounts('kind=project')).toEqual([
    ['project:repair-cafe:1', 0],
    ['project:repair-cafe:4', 0],
    ['project:brunnen:4', 0],
  ])
  expect(await accounts('kind=bank,payable')).toEqual([
    ['bank:main', 0],
    ['payable:AZ-2026-0001', 0],
    ['payable:AZ-2026-0002', 415_000],
  ])
  expect(await accounts('search=sparkasse')).toEqual([
    ['budget_available:sparkasse', 485_000],
    ['budget_used:sparkasse', 485_000],
    ['claim:company:sparkasse', 415_000],
  ])
  expect(await accounts('search=bank:main')).toEqual([['bank:main', 0]])
  expect(await accounts('search=brunnen')).toEqual([['project:brunnen:4', 0]])
})

test('an account sheet runs from opening to closing balance, in both orders, for some days and as export', async () => {
  const { results } = (await auditor.get('/api/v4/logs/accounts/?kind=bank')).body
  const sheet = async (query = '') =>
    (await auditor.get(`/api/v4/logs/accounts/${results[0].id}/?${query}`)).body
  const seen = (body: {
    results: { transaction_id: number; amount_cents: number; balance_cents: number }[]
  }) => body.results.map((row) => [row.transaction_id, row.amount_cents, row.balance_cents])
  const all = [
    [2, 24_000, 24_000],
    [3, 1_000, 25_000],
    [4, 2_000, 27_000],
    [5, 3_000, 30_000],
    [9, -24_000, 6_000],
    [9, -1_000, 5_000],
    [9, -2_000, 3_000],
    [9, -3_000, 0],
  ]
  expect(await sheet()).toMatchObject({
    count: 8,
    account: { code: 'bank:main', kind_display: 'Bank account' },
    opening_cents: 0,
    closing_cents: 0,
  })
  expect(seen(await sheet())).toEqual(all)
  expect(seen(await sheet('ordering=-business_day'))).toEqual(all.toReversed())
  expect((await sheet()).results[0]).toMatchObject({
    kind_display: 'Donation confirmed',
    other: { code: 'project:repair-cafe:1' },
  })
  const later = await sheet('date_from=2026-10-13')
  expect([later.opening_cents, later.closing_cents, seen(later)]).toEqual([30_000, 0, all.slice(4)])
  const earlier = await sheet('date_to=2026-10-12&ordering=-business_day')
  expect([earlier.closing_cents, seen(earlier)]).toEqual([30_000, all.slice(0, 4).toReversed()])
  const answer = await auditor.get(`/api/v4/logs/accounts/${results[0].id}/export/?date_from=2026-10-13`)
  const [data] = (await readXlsx(answer.bytes)).sheets
  expect(data!.rows.slice(1).map((row) => [row[0], row[4], row[5]])).toEqual([
    [9, -240, 60],
    [9, -10, 50],
    [9, -20, 30],
    [9, -30, 0],
  ])
  expect(seen(await sheet('page_size=10&ordering=business_day'))).toEqual(all)
  expect((await auditor.get('/api/v4/logs/accounts/4711/')).status).toBe(404)
})

test('each page of an account sheet continues the previous page’s balance, in both orders', async () => {
  await sql`insert into ledger_rows (transaction_id, business_day, purpose, debit_account_id, credit_account_id, amount_cents)
    select 1, '2026-01-02', 'transfer', case when nth % 3 = 0 then other.id else bank.id end,
      case when nth % 3 = 0 then bank.id else other.id end, nth
    from generate_series(1, 20) nth, (select id from ledger_accounts where kind = 'bank') bank,
      (select id from ledger_accounts where kind = 'arrived') other`.execute(app.db)
  const { id } = (await auditor.get('/api/v4/logs/accounts/?kind=bank')).body.results[0]
  const page = async (query: string) =>
    await auditor.get(`/api/v4/logs/accounts/${id}/?page_size=10&${query}`)
  type Row = { amount_cents: number; balance_cents: number }
  const pages = async (query: string) => {
    const bodies = [1, 2, 3].map(async (nth) => (await page(`${query}page=${nth}`)).body)
    return (await Promise.all(bodies)).flatMap(({ count, results }: { count: number; results: Row[] }) => {
      expect(count).toBe(28)
      return results
    })
  }
  const all = await pages('')
  expect(all.slice(0, 4).map((row) => row.amount_cents)).toEqual([1, 2, -3, 4])
  let balance = 0
  for (const row of all) expect(row.balance_cents).toBe((balance += row.amount_cents))
  expect([all.length, balance]).toEqual([28, 84])
  expect(await pages('ordering=-business_day&')).toEqual(all.toReversed())
  expect((await page('page=4')).status).toBe(404)
})

test('internal fundings and defunds have lists of their own, with filters and export', async () => {
  const log = async (name: string, query = '') => (await auditor.get(`/api/v4/logs/${name}/?${query}`)).body
  const seen = (body: { results: { id: number; amount_cents: number; outcome: string }[] }) =>
    body.results.map((row) => [row.id, row.amount_cents, row.outcome])
  expect(seen(await log('internal-fundings'))).toEqual([
    [10, 5_000, 'reversed'],
    [7, 415_000, 'settled'],
  ])
  expect((await log('defunds')).results).toMatchObject([
    {
      id: 11,
      project: { slug: 'brunnen', title: 'Brunnen' },
      company: { slug: 'sparkasse' },
      funding_type_display: 'Profit-savings',
      amount_cents: 5_000,
      outcome_display: 'Reversed',
      note: 'Irrtum',
      actor_id: ayse.id,
    },
  ])
  for (const [query, ids] of [
    ['project=repair-cafe', [7]],
    ['company=sparkasse&date_from=2026-10-20', [10]],
    [`actor=${ayse.id}&date_to=2026-10-19`, [7]],
    ['actor=system', []],
    ['search=brunn', [10]],
    ['search=brunn&project=repair-cafe', []],
    ['ordering=business_day', [7, 10]],
  ] as const)
    expect([
      query,
      (await log('internal-fundings', query)).results.map((row: { id: number }) => row.id),
    ]).toEqual([query, ids])
  const answer = await auditor.get('/api/v4/logs/defunds/export/?columns=amount,note')
  const [data] = (await readXlsx(answer.bytes)).sheets
  expect(data!.rows).toEqual([
    ['Project', 'Amount', 'Note or reason'],
    ['Brunnen', 50, 'Irrtum'],
  ])
})

test('one transaction is shown with a page of its rows and the transaction that each row reverses', async () => {
  const { body } = await auditor.get(`${path}11/`)
  expect(body).toMatchObject({ id: 11, kind: 'defunded', reverses_id: 10, amount_cents: 5_000 })
  expect(body.rows.results).toMatchObject([
    {
      purpose: 'Gift',
      debit: { code: 'project:brunnen:4' },
      credit: { code: 'claim:company:sparkasse' },
      amount_cents: 5_000,
      reverses_transaction_id: 10,
    },
    { purpose: 'Budget used', debit: { code: 'budget_available:sparkasse' } },
  ])
  expect((await auditor.get(`${path}6/?page_size=10`)).body.rows).toMatchObject({ count: 4, total_pages: 1 })
  expect((await auditor.get(`${path}4711/`)).status).toBe(404)
})

test('rows of a closed month say when it was closed', async () => {
  await transaction((tx) =>
    closeMonth(tx, at('2026-11-05T09:00:00Z'), {
      month: '2026-10-01',
      reason: 'Abschluss',
      today: '2026-11-21',
    }),
  )
  const { results } = await get('')
  expect(results[0].closed_at).toBe('2026-11-05T09:00:00.000Z')
  expect(results.at(-1).closed_at).toBeNull()
})

test.each([
  ['read once', 1_001],
  ['gather', 20_001],
])('an account filter with too many rows to %s finds the same transactions', async (_, many) => {
  const before = await get('account=bank:main')
  const was = before.results[5] ?? { amount_cents: 0, row_count: 1 }
  await sql`insert into ledger_rows (transaction_id, business_day, purpose, debit_account_id, credit_account_id, amount_cents)
    select 1, '2026-01-02', 'transfer', (select id from ledger_accounts where kind = 'bank'),
      (select id from ledger_accounts where kind = 'arrived'), 1 from generate_series(1, ${sql.lit(many)})`.execute(
    app.db,
  )
  const after = await get('account=bank:main')
  expect(after.count).toBe(6)
  const first = (rows: { id: number }[]) => rows.slice(0, 5).map((row) => row.id)
  expect(first(after.results)).toEqual(first(before.results))
  const row_count = was.row_count + many
  expect(after.results[5]).toMatchObject({
    id: 1,
    amount_cents: was.amount_cents + many,
    balance_cents: was.amount_cents + many,
    row_count,
  })
  expect((await auditor.get(`${path}1/`)).body.rows).toMatchObject({
    count: row_count,
    total_pages: Math.ceil(row_count / 25),
  })
})

test('the export holds exactly what the filters find', async () => {
  const answer = await auditor.get(
    `${path}export/?account=project:repair-cafe&columns=business_day,kind,amount,balance`,
  )
  expect(answer.status).toBe(200)
  const [data, about] = (await readXlsx(answer.bytes)).sheets
  expect(data!.rows[0]).toEqual(['Transaction', 'Business day', 'Event', 'Amount', 'Balance'])
  expect(data!.rows.slice(1).map((row) => [row[0], row[3], row[4]])).toEqual([
    [8, -4150, 0],
    [7, 4150, 4150],
    [6, -300, 0],
    [5, 30, 300],
    [4, 20, 270],
    [3, 10, 250],
    [2, 240, 240],
  ])
  expect(about!.rows).toContainEqual(['Filter: Account', 'project:repair-cafe'])
})

test('the journal and the accounts require the right to view the logs', async () => {
  const client = await app.as(['export_data'])
  for (const address of [
    path,
    `${path}1/`,
    `${path}sums/`,
    `${path}export/`,
    '/api/v4/logs/accounts/',
    '/api/v4/logs/accounts/1/',
    '/api/v4/logs/accounts/1/export/',
  ]) {
    const answer = await client.get(address)
    expect([address, answer.status, answer.body.permission]).toEqual([address, 403, 'view_logs'])
  }
})
