import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violatedConstraint } from '#server/db/transaction.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { createGift, createProject } from '#test/factories.ts'
import { type Account, accountId, mainBank } from './accounts.ts'
import {
  findAccountDifferences,
  findBalanceDifferences,
  findFundingDifferences,
  findLedgerDifferences,
} from './checks.ts'
import { checkWrittenSums, postConfirmedGift, postWrittenGifts, reverseGift } from './gifts.ts'
import { post, type Row } from './post.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())
beforeEach(() => database.reset())

const now = new Date('2026-11-21T11:00:00Z')
const entry = { kind: 'gift_confirmed', business_day: '2026-11-21', created_by: null, now } as const

function reverse(funding_id: number) {
  return database.db
    .transaction()
    .execute((tx) =>
      reverseGift(tx, { funding_id, business_day: '2026-11-21', note: '', created_by: null, now }),
    )
}

async function fundedOf(id: number): Promise<number> {
  const row = await database.db
    .selectFrom('projects')
    .select('funded_cents')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.funded_cents
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as Error & { code: string },
  )

describe('ledger rows are immutable', () => {
  const attempts = [
    'update ledger_rows set amount_cents = 1',
    'update ledger_transactions set note = note',
    ...['ledger_rows', 'ledger_transactions'].flatMap((table) => [
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]),
  ]
  test.each(attempts)('%s', async (statement) => {
    await createGift(database.db, await createProject(database.db), 500)
    const contents = () =>
      Promise.all([
        database.db.selectFrom('ledger_rows').selectAll().orderBy('id').execute(),
        database.db.selectFrom('ledger_transactions').selectAll().orderBy('id').execute(),
      ])
    const before = await contents()
    const error = await failure(sql.raw(statement).execute(database.db))
    expect([error?.code, error?.message]).toEqual(['23001', expect.stringContaining('is append-only')])
    expect(await contents()).toEqual(before)
    expect(before[0]).toHaveLength(1)
  })
})

test('a gift is one row from bank to project and counts as received', async () => {
  const project = await createProject(database.db, { funding_type: 3 })
  const funding = await createGift(database.db, project, 1234)
  const rows = await database.db
    .selectFrom('ledger_rows')
    .innerJoin('ledger_accounts as debit', 'debit.id', 'debit_account_id')
    .innerJoin('ledger_accounts as credit', 'credit.id', 'credit_account_id')
    .innerJoin('bank_accounts', 'bank_accounts.id', 'debit.bank_account_id')
    .select([
      'purpose',
      'business_day',
      'debit.kind as debit',
      'bank_accounts.slug as bank',
      'credit.kind as credit',
      'credit.project_id',
      'credit.funding_type',
      'amount_cents',
      'ledger_rows.funding_id',
      'received_cents',
    ])
    .execute()
  expect(rows).toEqual([
    {
      purpose: 'gift',
      business_day: '2026-11-10',
      debit: 'bank',
      bank: 'main',
      credit: 'project',
      project_id: project.id,
      funding_type: 3,
      amount_cents: 1234,
      funding_id: funding.id,
      received_cents: 1234,
    },
  ])
  expect(funding.state).toBe('confirmed')
  expect(await fundedOf(project.id)).toBe(1234)
})

test('a rolled-back gift does not count as received', async () => {
  const project = await createProject(database.db)
  const gift = {
    project_id: project.id,
    funding_type: 1 as const,
    amount_cents: 700,
    received_on: '2026-11-20',
    source: 'test',
    note: '',
    created_by: null,
    now,
  }
  const error = await failure(
    database.db.transaction().execute(async (tx) => {
      await postConfirmedGift(tx, gift)
      throw new Error('stop')
    }),
  )
  expect(error?.message).toBe('stop')
  expect(await fundedOf(project.id)).toBe(0)
  expect(await database.db.selectFrom('fundings').selectAll().execute()).toEqual([])
})

test('a gift with the same import key is posted once', async () => {
  const project = await createProject(database.db)
  const gift = {
    project_id: project.id,
    funding_type: 1 as const,
    amount_cents: 700,
    received_on: '2026-11-20',
    source: 'import',
    note: '',
    created_by: null,
    now,
    import_key: 'row-1',
  }
  await database.db.transaction().execute((tx) => postConfirmedGift(tx, gift))
  const again = await failure(database.db.transaction().execute((tx) => postConfirmedGift(tx, gift)))
  expect(violatedConstraint(again)).toBe('fundings_import_key_key')
  expect(await fundedOf(project.id)).toBe(700)
})

test('a gift can be reversed only once', async () => {
  const project = await createProject(database.db)
  const kept = await createGift(database.db, project, 300)
  const funding = await createGift(database.db, project, 1000)
  await reverse(funding.id)
  expect(await fundedOf(project.id)).toBe(300)
  expect((await failure(reverse(funding.id)))?.code).toBe('23505')
  expect(await fundedOf(project.id)).toBe(300)
  const states = await database.db.selectFrom('fundings').select(['id', 'state']).orderBy('id').execute()
  expect(states).toEqual([
    { id: kept.id, state: 'confirmed' },
    { id: funding.id, state: 'reversed' },
  ])
})

describe('a reversal must mirror the reversed row', () => {
  const distortions: Record<string, (row: Row, other: number) => Row> = {
    'another amount': (row) => ({ ...row, amount_cents: row.amount_cents - 1 }),
    'the same sides': (row) => ({ ...row, debit: row.credit, credit: row.debit }),
    'another account': (row, other) => ({ ...row, credit: other }),
    'another purpose': (row) => ({ ...row, purpose: 'correction' }),
    'no gift': (row) => ({ ...row, purpose: 'transfer', funding_id: null }),
  }
  const mirrorOf = async (): Promise<Row> => {
    const row = await database.db
      .selectFrom('ledger_rows')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return {
      purpose: 'gift',
      debit: row.credit_account_id,
      credit: row.debit_account_id,
      amount_cents: row.amount_cents,
      funding_id: row.funding_id,
      reverses_id: row.id,
    }
  }
  const postRow = (row: Row) => failure(database.db.transaction().execute((tx) => post(tx, entry, [row])))

  test.each(Object.keys(distortions))('a reversal with %s is rejected', async (name) => {
    const project = await createProject(database.db)
    await createGift(database.db, project, 500)
    const other = await accountId(database.db, { kind: 'suspense' })
    const error = await postRow(distortions[name]!(await mirrorOf(), other))
    expect([error?.code, error?.message]).toEqual(['23514', 'a reversal must mirror the row it reverses'])
    expect(await fundedOf(project.id)).toBe(500)
  })

  test('a correct mirror is accepted and cannot be reversed itself', async () => {
    const project = await createProject(database.db)
    await createGift(database.db, project, 500)
    expect(await postRow(await mirrorOf())).toBeUndefined()
    expect(await fundedOf(project.id)).toBe(0)
    expect((await postRow(await mirrorOf()))?.code).toBe('23514')
  })
})

test('amounts are positive and move between two different accounts', async () => {
  const debit = await mainBank(database.db)
  const credit = await accountId(database.db, { kind: 'suspense' })
  for (const row of [
    { debit, credit, amount_cents: 0 },
    { debit, credit, amount_cents: -5 },
    { debit, credit: debit, amount_cents: 5 },
  ]) {
    const posting = database.db
      .transaction()
      .execute((tx) => post(tx, entry, [{ purpose: 'statement', ...row }]))
    expect((await failure(posting))?.code).toBe('23514')
  }
})

test('needs are frozen from the first ledger row on', async () => {
  const project = await createProject(database.db, { needs: [1000] })
  await createGift(database.db, project, 10)
  const attempts = [
    sql`update needs set amount_cents = 5`,
    sql`delete from needs`,
    sql`insert into needs (project_id, title, amount_cents, position) values (${project.id}, 'x', 1, 9)`,
  ]
  for (const attempt of attempts)
    expect(violatedConstraint(await failure(attempt.execute(database.db)))).toBe('needs_frozen')
})

test('one statement updates the received amounts of several projects, and only rows that count change them', async () => {
  const [first, second] = [await createProject(database.db), await createProject(database.db)]
  const one = await createGift(database.db, first, 100)
  const two = await createGift(database.db, second, 200)
  const account = (it: Account) => accountId(database.db, it)
  const projectOf = ({ id }: { id: number }) => account({ kind: 'project', project_id: id, funding_type: 1 })
  const refundOf = ({ id }: { id: number }) => account({ kind: 'refund', funding_id: id })
  const rows: Row[] = [
    {
      purpose: 'refund',
      debit: await projectOf(first),
      credit: await refundOf(one),
      amount_cents: 7,
      funding_id: one.id,
    },
    {
      purpose: 'refund',
      debit: await projectOf(first),
      credit: await refundOf(one),
      amount_cents: 3,
      funding_id: one.id,
    },
    {
      purpose: 'refund',
      debit: await projectOf(second),
      credit: await refundOf(two),
      amount_cents: 50,
      funding_id: two.id,
    },
    // Both rows reference a gift, and neither counts.
    {
      purpose: 'refund_paid',
      debit: await refundOf(one),
      credit: await mainBank(database.db),
      amount_cents: 10,
      funding_id: one.id,
    },
    {
      purpose: 'settlement',
      debit: await projectOf(first),
      credit: await payable(first),
      amount_cents: 60,
      funding_id: one.id,
    },
  ]
  await database.db.transaction().execute((tx) => post(tx, entry, rows))
  // A refund's poster also stores the returned amount with the gift.
  for (const { id, cents } of [
    { id: one.id, cents: 10 },
    { id: two.id, cents: 50 },
  ])
    await database.db.updateTable('fundings').set({ returned_cents: cents }).where('id', '=', id).execute()
  expect([await fundedOf(first.id), await fundedOf(second.id)]).toEqual([90, 150])
  expect(await findLedgerDifferences(database.db)).toEqual([])
})

async function payable(project: { id: number; funding_type: number }): Promise<number> {
  const payout = await database.db
    .insertInto('payouts')
    .values({
      slug: `payout-${project.id}`,
      number: `AZ-${project.id}`,
      project_id: project.id,
      funding_type: project.funding_type,
      amount_cents: 60,
      state: 'open',
      settled_on: '2026-11-21',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return accountId(database.db, { kind: 'payable', payout_id: payout.id })
}

test('the checks find a balance and a gift that contradict the ledger', async () => {
  const project = await createProject(database.db)
  const funding = await createGift(database.db, project, 400)
  await database.db.updateTable('projects').set({ funded_cents: 401 }).execute()
  expect(await findBalanceDifferences(database.db)).toEqual([
    { slug: project.slug, kept_cents: 401, ledger_cents: 400 },
  ])
  await database.db.updateTable('fundings').set({ state: 'reversed' }).execute()
  expect(await findFundingDifferences(database.db)).toEqual([
    { slug: funding.slug, amount_cents: 400, ledger_cents: 400 },
  ])
})

test('a project inserted with its balance is checked against the ledger before commit', async () => {
  const right = await createProject(database.db)
  const wrong = await createProject(database.db)
  const before = await createGift(database.db, right, 1)
  await database.db.updateTable('projects').set({ funded_cents: 701 }).where('id', '=', right.id).execute()
  await database.db.updateTable('projects').set({ funded_cents: 800 }).where('id', '=', wrong.id).execute()
  const gift = (project: { id: number }, cents: number) => sql`(
    select 1 as place, ${`g-${project.id}`}::text as slug, ${project.id}::bigint as project_id, 1::smallint as funding_type,
      ${cents}::bigint as amount_cents, '2026-11-20'::date as received_on, 'test'::text as source, ''::text as note,
      null::bigint as created_by, ${now}::timestamptz as now, null::text as import_key, null::bigint as import_id,
      false as is_past, null::bigint as audit_event_id, null::text as source_currency, null::bigint as source_cents) gift`
  const write = (project: { id: number }, after: number) =>
    database.db.transaction().execute(async (tx) => {
      await postWrittenGifts(tx, gift(project, 700))
      await checkWrittenSums(tx, sql`select ${project.id}::bigint`, after)
    })
  expect((await failure(write(wrong, before.id)))?.message).toContain('does not agree with the ledger')
  await write(right, 0)
  expect([await fundedOf(right.id), await fundedOf(wrong.id)]).toEqual([701, 800])
  expect(await findBalanceDifferences(database.db)).toMatchObject([{ slug: wrong.slug, ledger_cents: 0 }])
  // The exemption covers that one statement only.
  await createGift(database.db, right, 9)
  expect(await fundedOf(right.id)).toBe(710)
})

test('finds an account whose stored balance differs from its rows, and for a shared account also the day', async () => {
  const project = await createProject(database.db)
  await createGift(database.db, project, 400, { received_on: '2026-11-05' })
  await database.db.updateTable('ledger_day_balances').set({ cents: 401 }).execute()
  const id = await accountId(database.db, { kind: 'project', project_id: project.id, funding_type: 1 })
  await database.db.updateTable('ledger_accounts').set({ balance_cents: -399 }).where('id', '=', id).execute()
  expect(await findAccountDifferences(database.db)).toEqual(
    [
      { account_id: id, kind: 'project', day: null, kept_cents: -399, ledger_cents: -400 },
      {
        account_id: await mainBank(database.db),
        kind: 'bank',
        day: '2026-11-05',
        kept_cents: 401,
        ledger_cents: 400,
      },
    ].sort((a, b) => a.account_id - b.account_id),
  )
})
