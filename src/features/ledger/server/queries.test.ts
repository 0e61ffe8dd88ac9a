import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violatedConstraint } from '#server/transaction.ts'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import { createGift, createProject } from '../../../../test/factories.ts'
import {
  accountId,
  checkWrittenBalances,
  findBalanceDifferences,
  findFundingDifferences,
  findTotalDifferences,
  fundingByMonth,
  post,
  postConfirmedGift,
  postWrittenGifts,
  reverseGift,
} from './queries.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())
beforeEach(() => database.reset())

const now = new Date('2026-11-21T11:00:00Z')
const entry = { business_date: '2026-11-21', created_by: null, now }

function reverse(funding_id: number) {
  return database.db
    .transaction()
    .execute((tx) =>
      reverseGift(tx, { funding_id, business_date: '2026-11-21', note: '', created_by: null, now }),
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

describe('nothing written to the ledger changes any more', () => {
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
        database.db.selectFrom('ledger_rows').selectAll().execute(),
        database.db.selectFrom('ledger_transactions').selectAll().execute(),
      ])
    const before = await contents()
    const error = await failure(sql.raw(statement).execute(database.db))
    expect([error?.code, error?.message]).toEqual(['23001', expect.stringContaining('is append-only')])
    expect(await contents()).toEqual(before)
    expect(before[0]).toHaveLength(1)
  })
})

test('a gift is one row bank / project, and the project has received it', async () => {
  const project = await createProject(database.db, { funding_type: 3 })
  const funding = await createGift(database.db, project, 1234)
  const rows = await database.db
    .selectFrom('ledger_rows')
    .innerJoin('ledger_accounts as debit', 'debit.id', 'debit_account_id')
    .innerJoin('ledger_accounts as credit', 'credit.id', 'credit_account_id')
    .select(['debit.code as debit', 'credit.code as credit', 'amount_cents', 'funding_id'])
    .execute()
  expect(rows).toEqual([
    { debit: 'bank:main', credit: `project:${project.id}:3`, amount_cents: 1234, funding_id: funding.id },
  ])
  expect(funding.state).toBe('confirmed')
  expect(await fundedOf(project.id)).toBe(1234)
})

test('a gift that rolls back has not been received', async () => {
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

test('the same import key is posted once', async () => {
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

test('a gift is reversed once and no second time', async () => {
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

describe('a reversal must mirror what it reverses', () => {
  const distortions: Record<string, (row: Mirror, other: number) => Mirror> = {
    'another amount': (row) => ({ ...row, amount_cents: row.amount_cents - 1 }),
    'the same sides': (row) => ({
      ...row,
      debit_account_id: row.credit_account_id,
      credit_account_id: row.debit_account_id,
    }),
    'another account': (row, other) => ({ ...row, credit_account_id: other }),
    'no gift': (row) => ({ ...row, funding_id: null }),
  }
  type Mirror = {
    debit_account_id: number
    credit_account_id: number
    amount_cents: number
    funding_id: number | null
    reverses_id: number
  }
  const mirrorOf = async (): Promise<Mirror> => {
    const row = await database.db
      .selectFrom('ledger_rows')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return {
      debit_account_id: row.credit_account_id,
      credit_account_id: row.debit_account_id,
      amount_cents: row.amount_cents,
      funding_id: row.funding_id,
      reverses_id: row.id,
    }
  }
  const postRow = (row: Mirror) =>
    failure(database.db.transaction().execute((tx) => post(tx, { ...entry, kind: 'test', rows: [row] })))

  test.each(Object.keys(distortions))('not with %s', async (name) => {
    const project = await createProject(database.db)
    await createGift(database.db, project, 500)
    const other = await accountId(database.db, 'suspense', null)
    const error = await postRow(distortions[name]!(await mirrorOf(), other))
    expect([error?.code, error?.message]).toEqual(['23514', 'a reversal must mirror the row it reverses'])
    expect(await fundedOf(project.id)).toBe(500)
  })

  test('the mirror itself is taken, and cannot be reversed in turn', async () => {
    const project = await createProject(database.db)
    await createGift(database.db, project, 500)
    expect(await postRow(await mirrorOf())).toBeUndefined()
    expect(await fundedOf(project.id)).toBe(0)
    expect((await postRow(await mirrorOf()))?.code).toBe('23514')
  })
})

test('amounts are positive and move between two accounts', async () => {
  const debit_account_id = await accountId(database.db, 'bank:main', null)
  const credit_account_id = await accountId(database.db, 'suspense', null)
  const rows = [
    { debit_account_id, credit_account_id, amount_cents: 0 },
    { debit_account_id, credit_account_id, amount_cents: -5 },
    { debit_account_id, credit_account_id: debit_account_id, amount_cents: 5 },
  ]
  for (const row of rows) {
    const posting = database.db
      .transaction()
      .execute((tx) => post(tx, { ...entry, kind: 'test', rows: [row] }))
    expect((await failure(posting))?.code).toBe('23514')
  }
})

test('an account is made once, whoever asks first', async () => {
  const ids = await Promise.all([1, 2, 3, 4].map(() => accountId(database.db, 'expense:fees', null)))
  expect(new Set(ids).size).toBe(1)
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

test('the balance is the ledger after any gifts and reversals, in one statement or many', async () => {
  const gift = fc.record({
    kind: fc.constant('gift' as const),
    project: fc.nat(2),
    cents: fc.integer({ min: 1, max: 1_000_000 }),
  })
  const reversal = fc.record({ kind: fc.constant('reversal' as const), which: fc.nat(30) })
  const moves = fc.array(fc.oneof({ weight: 2, arbitrary: gift }, { weight: 1, arbitrary: reversal }), {
    minLength: 3,
    maxLength: 15,
  })
  await fc.assert(
    fc.asyncProperty(moves, async (steps) => {
      await database.reset()
      const projects = [1, 2, 4].map((funding_type) => createProject(database.db, { funding_type }))
      const rows = [await projects[0]!, await projects[1]!, await projects[2]!]
      const live: { id: number; project: number; cents: number }[] = []
      const received = [0, 0, 0]
      for (const step of steps) {
        if (step.kind === 'gift') {
          const { id } = await createGift(database.db, rows[step.project]!, step.cents)
          live.push({ id, project: step.project, cents: step.cents })
          received[step.project]! += step.cents
        } else if (live.length > 0) {
          const [gone] = live.splice(step.which % live.length, 1)
          await reverse(gone!.id)
          received[gone!.project]! -= gone!.cents
        }
      }
      const kept = await Promise.all(rows.map((row) => fundedOf(row.id)))
      expect(kept).toEqual(received)
      expect(await findBalanceDifferences(database.db)).toEqual([])
      expect(await findFundingDifferences(database.db)).toEqual([])
      expect(await findTotalDifferences(database.db)).toEqual([])
    }),
    { numRuns: 15 },
  )
}, 120_000)

test('many rows in one statement reach every project they are for', async () => {
  const [first, second] = [await createProject(database.db), await createProject(database.db)]
  const one = await createGift(database.db, first, 100)
  const two = await createGift(database.db, second, 200)
  const account = async (id: number) => accountId(database.db, `project:${id}:1`, id)
  const bank = await accountId(database.db, 'bank:main', null)
  const rows = [
    {
      debit_account_id: bank,
      credit_account_id: await account(first.id),
      amount_cents: 7,
      funding_id: one.id,
    },
    {
      debit_account_id: bank,
      credit_account_id: await account(first.id),
      amount_cents: 3,
      funding_id: one.id,
    },
    {
      debit_account_id: await account(second.id),
      credit_account_id: bank,
      amount_cents: 50,
      funding_id: two.id,
    },
    // Without a gift it is a settlement or the like: no change to what the project received.
    { debit_account_id: await account(first.id), credit_account_id: bank, amount_cents: 60 },
  ]
  await database.db.transaction().execute((tx) => post(tx, { ...entry, kind: 'test', rows }))
  expect([await fundedOf(first.id), await fundedOf(second.id)]).toEqual([110, 150])
  expect(await findBalanceDifferences(database.db)).toEqual([])
})

describe('what came in per month and type', () => {
  const at = (received_on: string) => ({ received_on })
  const inNovember = { from: '2026-11-01', to: '2026-11-30' }

  test('a gift counts on its business day, whatever the clock of its posting says', async () => {
    const project = await createProject(database.db)
    const late = { ...at('2026-12-31'), now: new Date('2026-12-31T23:30:00Z') }
    await createGift(database.db, project, 700, late)
    expect(await fundingByMonth(database.db, { from: '2026-12-31', to: '2027-01-31' })).toEqual([
      { month: '2026-12', funding_type: 1, cents: 700 },
    ])
    expect(await fundingByMonth(database.db, { from: '2027-01-01', to: '2027-12-31' })).toEqual([])
  })

  test('types and months are kept apart, both ends belong to the span, and compaction changes nothing', async () => {
    const first = await createProject(database.db, { funding_type: 1 })
    const second = await createProject(database.db, { funding_type: 4 })
    for (const [project, cents, day] of [
      [first, 1, '2026-10-31'],
      [first, 20, '2026-11-01'],
      [first, 300, '2026-11-30'],
      [second, 4000, '2026-11-30'],
      [second, 50_000, '2026-12-01'],
    ] as const)
      await createGift(database.db, project, cents, at(day))
    const expected = [
      { month: '2026-11', funding_type: 1, cents: 320 },
      { month: '2026-11', funding_type: 4, cents: 4000 },
    ]
    expect(await fundingByMonth(database.db, inNovember)).toEqual(expected)
    await sql`select compact_funding_totals()`.execute(database.db)
    expect(await fundingByMonth(database.db, inNovember)).toEqual(expected)
    await sql`select rebuild_funding_totals()`.execute(database.db)
    expect(await fundingByMonth(database.db, inNovember)).toEqual(expected)
  })

  test('a reversal is subtracted on its own day; the month before stays as it was reported', async () => {
    const project = await createProject(database.db, { funding_type: 2 })
    const gift = await createGift(database.db, project, 900, at('2026-10-05'))
    await createGift(database.db, project, 500, at('2026-11-05'))
    await reverse(gift.id)
    expect(await fundingByMonth(database.db, { from: '2026-10-01', to: '2026-11-30' })).toEqual([
      { month: '2026-10', funding_type: 2, cents: 900 },
      { month: '2026-11', funding_type: 2, cents: -400 },
    ])
  })

  test('a total that does not agree with the ledger is found', async () => {
    await createGift(database.db, await createProject(database.db), 400, at('2026-11-05'))
    await database.db.updateTable('funding_totals').set({ cents: 401 }).execute()
    expect(await findTotalDifferences(database.db)).toEqual([
      { business_date: '2026-11-05', funding_type: 1, kept_cents: 401, ledger_cents: 400 },
    ])
  })
})

test('the checks find a balance and a gift that do not agree with the ledger', async () => {
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

test('a project written with its balance is held against the ledger before that counts', async () => {
  const right = await createProject(database.db)
  const wrong = await createProject(database.db)
  const before = await createGift(database.db, right, 1)
  await database.db.updateTable('projects').set({ funded_cents: 701 }).where('id', '=', right.id).execute()
  await database.db.updateTable('projects').set({ funded_cents: 800 }).where('id', '=', wrong.id).execute()
  const gift = (project: { id: number }, cents: number) => sql`(
    select 1 as place, ${`g-${project.id}`}::text as slug, ${project.id}::bigint as project_id, 1::smallint as funding_type,
      ${cents}::bigint as amount_cents, '2026-11-20'::date as received_on, 'test'::text as source, ''::text as note,
      null::bigint as created_by, ${now}::timestamptz as now, null::text as import_key) gift`
  const write = (project: { id: number }, after: number) =>
    database.db.transaction().execute(async (tx) => {
      await postWrittenGifts(tx, gift(project, 700))
      await checkWrittenBalances(tx, sql`select ${project.id}::bigint`, after)
    })
  expect((await failure(write(wrong, before.id)))?.message).toContain('does not agree with the ledger')
  await write(right, 0)
  expect([await fundedOf(right.id), await fundedOf(wrong.id)]).toEqual([701, 800])
  expect(await findBalanceDifferences(database.db)).toMatchObject([{ slug: wrong.slug, ledger_cents: 0 }])
  // Only that one statement was left alone.
  await createGift(database.db, right, 9)
  expect(await fundedOf(right.id)).toBe(710)
})
