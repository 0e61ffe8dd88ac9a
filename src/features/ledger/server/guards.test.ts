import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violatedConstraint } from '#server/db/transaction.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { createGift, createOrganization, createProject } from '#test/factories.ts'
import { type Account, accountId, mainBank } from './accounts.ts'
import { findLedgerDifferences } from './checks.ts'
import { postConfirmedGift } from './gifts.ts'
import { post, type Purpose } from './post.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())
beforeEach(() => database.reset())

const now = new Date('2026-11-21T11:00:00Z')
const entry = { kind: 'gift_confirmed', business_day: '2026-11-21', created_by: null, now } as const
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => violatedConstraint(error),
  )

describe('accounts', () => {
  test('concurrent callers create one account per kind and dimensions', async () => {
    const { db } = database
    const project = await createProject(db)
    const gift = await createGift(db, project, 100)
    const organization_id = (await createOrganization(db)).id
    const company_id = (
      await db
        .insertInto('companies')
        .values({ slug: 'c', title: 'C', created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
    const { id: budget_id } = await db
      .insertInto('budgets')
      .values({ slug: 'b', company_id, title: 'One year', created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const all: Account[] = [
      { kind: 'psp', provider: 'one' },
      { kind: 'psp', provider: 'two' },
      { kind: 'bank', bank_account_id: 1 },
      { kind: 'fees' },
      { kind: 'suspense' },
      { kind: 'claim_company', company_id },
      { kind: 'claim_organization', organization_id },
      { kind: 'project', project_id: project.id, funding_type: 1 },
      { kind: 'project', project_id: project.id, funding_type: 4 },
      { kind: 'refund', funding_id: gift.id },
      { kind: 'budget_available', company_id },
      { kind: 'budget_available', company_id, budget_id },
      { kind: 'budget_used', company_id },
    ]
    const asked = [...all, ...all, ...all]
    const ids = await Promise.all(asked.map((account) => accountId(db, account)))
    expect(new Set(ids).size).toBe(all.length)
    expect(ids.slice(all.length)).toEqual([...ids.slice(0, all.length), ...ids.slice(0, all.length)])
  })

  test.each([
    ['a project account without its type', { kind: 'project', project_id: 1 }],
    ['suspense of a company', { kind: 'suspense', company_id: 1 }],
    ['a provider without a name', { kind: 'psp' }],
    ['a bank account with a project', { kind: 'bank', bank_account_id: 1, project_id: 1 }],
    ['a grant of no company', { kind: 'fees', budget_id: 1 }],
  ])('%s violates the dimensions of its kind', async (_, values) => {
    const made = database.db.insertInto('ledger_accounts').values(values).execute()
    expect(await refusal(made)).toBe('ledger_accounts_dimensions')
  })

  test("an account's kind and dimensions never change", async () => {
    const id = await accountId(database.db, { kind: 'fees' })
    const change = database.db.updateTable('ledger_accounts').set({ kind: 'suspense' }).where('id', '=', id)
    await expect(change.execute()).rejects.toThrow('append-only')
  })
})

describe('rows', () => {
  test("have their transaction's business day", async () => {
    await createGift(database.db, await createProject(database.db), 100)
    const other = sql`
      insert into ledger_rows (transaction_id, business_day, purpose, debit_account_id, credit_account_id, amount_cents)
      select transaction_id, business_day + 1, 'correction', debit_account_id, credit_account_id, 1 from ledger_rows`
    expect(await refusal(other.execute(database.db))).toBe('ledger_rows_transaction_id_business_day_fkey')
  })

  test.each<Purpose>(['gift', 'refund', 'chargeback', 'claim', 'settlement', 'payout', 'arrival'])(
    'of purpose %s require a gift',
    async (purpose) => {
      const debit = await mainBank(database.db)
      const credit = await accountId(database.db, { kind: 'suspense' })
      const row = { purpose, debit, credit, amount_cents: 1 }
      expect(await refusal(database.db.transaction().execute((tx) => post(tx, entry, [row])))).toBe(
        'ledger_rows_gift',
      )
    },
  )

  test('concurrent returns of any purpose never exceed the gift', async () => {
    const { db } = database
    const project = await createProject(db)
    const gift = await createGift(db, project, 1000)
    const account = await accountId(db, { kind: 'project', project_id: project.id, funding_type: 1 })
    const refund = await accountId(db, { kind: 'refund', funding_id: gift.id })
    const giveBack = (purpose: Purpose) =>
      db
        .transaction()
        .execute((tx) =>
          post(tx, entry, [
            { purpose, debit: account, credit: refund, amount_cents: 400, funding_id: gift.id },
          ]),
        )
    const refusals = await Promise.all(
      (['refund', 'chargeback', 'chargeback', 'refund', 'refund'] as const).map((purpose) =>
        refusal(giveBack(purpose)),
      ),
    )
    expect(refusals.filter((it) => it === undefined)).toHaveLength(2)
    expect(refusals.filter((it) => it === 'gift_exceeded')).toHaveLength(3)
    const { funded_cents } = await db.selectFrom('projects').select('funded_cents').executeTakeFirstOrThrow()
    expect(funded_cents).toBe(200)
  })

  test('a gift cannot be booked a second time', async () => {
    const { db } = database
    const project = await createProject(db)
    const gift = await createGift(db, project, 1000)
    const account = await accountId(db, { kind: 'project', project_id: project.id, funding_type: 1 })
    const again = { purpose: 'gift' as const, debit: await mainBank(db), credit: account, amount_cents: 1 }
    const posted = db.transaction().execute((tx) => post(tx, entry, [{ ...again, funding_id: gift.id }]))
    expect(await refusal(posted)).toBe('gift_exceeded')
  })
})

describe('gifts', () => {
  test.each([
    ['amount', { amount_cents: 5 }],
    ['type', { funding_type: 2 }],
  ])('cannot change their %s', async (_, change) => {
    const gift = await createGift(database.db, await createProject(database.db), 100)
    const update = database.db.updateTable('fundings').set(change).where('id', '=', gift.id)
    expect(await refusal(update.execute())).toBe('fundings_fixed')
  })

  test('cannot change their project', async () => {
    const gift = await createGift(database.db, await createProject(database.db), 100)
    const other = await createProject(database.db)
    const update = database.db.updateTable('fundings').set({ project_id: other.id }).where('id', '=', gift.id)
    expect(await refusal(update.execute())).toBe('fundings_fixed')
  })

  test('change state only along the allowed transitions', async () => {
    const { db } = database
    const { rows } = await sql<{ definition: string }>`
      select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'fundings_state_check'`.execute(
      db,
    )
    const states = [...rows[0]!.definition.matchAll(/'(\w+)'/g)].map((match) => match[1]!)
    expect(states).toHaveLength(9)
    const project = await createProject(db)
    const taken: string[] = []
    for (const from of states)
      for (const to of states.filter((state) => state !== from)) {
        const { id } = await db
          .insertInto('fundings')
          .values({
            slug: `${from}-${to}`,
            project_id: project.id,
            funding_type: 1,
            amount_cents: 1,
            state: from,
            received_on: '2026-11-01',
            source: 'test',
            created_at: now,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        const moved = await refusal(
          db.updateTable('fundings').set({ state: to }).where('id', '=', id).execute(),
        )
        expect([undefined, 'fundings_state']).toContain(moved)
        if (moved === undefined) taken.push(`${from} > ${to}`)
      }
    expect(taken.sort()).toEqual([
      'confirmed > pledged',
      'confirmed > reversed',
      'confirmed > settled',
      'expired > pledged',
      'failed > pledged',
      'paid_out > recovery_open',
      'paid_out > settled',
      'pledged > confirmed',
      'pledged > expired',
      'pledged > failed',
      'recovery_open > recovered',
      'settled > confirmed',
      'settled > paid_out',
      'settled > reversed',
    ])
  })

  test('from the past are settled, paid and arrived on their day, and leave nothing to pay out', async () => {
    const { db } = database
    const project = await createProject(db, { funding_type: 3 })
    const gift = await db.transaction().execute((tx) =>
      postConfirmedGift(tx, {
        project_id: project.id,
        funding_type: 3,
        amount_cents: 700,
        received_on: '2019-05-06',
        source: 'import',
        note: '',
        created_by: null,
        now,
        is_past: true,
      }),
    )
    expect(gift.state).toBe('paid_out')
    const rows = await db
      .selectFrom('ledger_rows')
      .innerJoin('ledger_accounts as debit', 'debit.id', 'debit_account_id')
      .innerJoin('ledger_accounts as credit', 'credit.id', 'credit_account_id')
      .select(['purpose', 'business_day', 'debit.kind as debit', 'credit.kind as credit', 'amount_cents'])
      .orderBy('ledger_rows.id')
      .execute()
    const day = { business_day: '2019-05-06', amount_cents: 700 }
    expect(rows).toEqual([
      { ...day, purpose: 'gift', debit: 'bank', credit: 'project' },
      { ...day, purpose: 'settlement', debit: 'project', credit: 'payable' },
      { ...day, purpose: 'payout', debit: 'payable', credit: 'bank' },
      { ...day, purpose: 'arrival', debit: 'arrived', credit: 'in_transit' },
    ])
    expect(await db.selectFrom('payouts').selectAll().execute()).toMatchObject([
      {
        project_id: project.id,
        funding_type: 3,
        amount_cents: 700,
        state: 'marked_paid',
        settled_on: '2019-05-06',
        paid_on: '2019-05-06',
        arrived_on: '2019-05-06',
      },
    ])
    const standing = await db.selectFrom('ledger_accounts').select(['kind', 'balance_cents']).execute()
    expect(standing.map((account) => account.balance_cents)).toEqual(standing.map(() => 0))
    const { funded_cents } = await db.selectFrom('projects').select('funded_cents').executeTakeFirstOrThrow()
    expect(funded_cents).toBe(700)
  })
})

test('gifts to two projects do not block each other although they credit the same bank account', async () => {
  const { db } = database
  const [first, second] = [await createProject(db), await createProject(db)]
  await createGift(db, first, 1) // creates the bank's account
  const gift = (project: { id: number }) => ({
    project_id: project.id,
    funding_type: 1 as const,
    amount_cents: 100,
    received_on: '2026-11-20',
    source: 'test',
    note: '',
    created_by: null,
    now,
  })
  await db.transaction().execute(async (slow) => {
    await postConfirmedGift(slow, gift(first))
    await db.transaction().execute(async (quick) => {
      await sql`set local lock_timeout = '2s'`.execute(quick)
      await postConfirmedGift(quick, gift(second))
    })
  })
  expect(await findLedgerDifferences(db)).toEqual([])
})
