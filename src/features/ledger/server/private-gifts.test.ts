import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { payAll, settleAll } from '#test/money.ts'
import { createProject } from '#test/factories.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { type Account, accountId, balanceOf, mainBank } from './accounts.ts'
import { ledgerChecks } from './checks/all.ts'
import { runCheck } from './checks/check.ts'
import { findLedgerDifferences } from './checks.ts'
import { closeMonth } from './months.ts'
import {
  changePurpose,
  leftOf,
  postChargeback,
  postProviderPayout,
  postRefund,
  postRefundPaid,
  refundOwed,
  undoPrivateGift,
} from './private-gift-returns.ts'
import {
  confirmPledge,
  endPledge,
  type GiftProject,
  lockGift,
  type LockedGift,
  lockProjects,
  type NewGift,
  postPledge,
  postPrivateGift,
  settleIfFull,
} from './private-gifts.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

const today = '2026-11-20'
const now = new Date('2026-11-20T09:00:00Z')
const context: AuditContext = { actor: { id: null, name: 'Ayşe Demir (ademir)' }, now }
let project: GiftProject & { id: number }
let other: GiftProject & { id: number }
beforeEach(async () => {
  await database.reset()
  project = await createProject(database.db, { title: 'Schulgarten', needs: [10_000] })
  other = await createProject(database.db, { title: 'Kletterwand', needs: [10_000] })
})

const transaction = <T>(work: (tx: Db) => Promise<T>) => database.db.transaction().execute(work)
const promised = (amount_cents: number, day = today): NewGift => ({
  project,
  amount_cents,
  day,
  channel: 'bank_transfer',
  donor_id: null,
  note: 'Brief',
  source: 'by_hand',
})
const give = (amount_cents: number, account?: Account, day?: string) =>
  transaction(async (tx) => {
    await lockProjects(tx, [project.id])
    const debit = account ? await accountId(tx, account) : await mainBank(tx)
    return postPrivateGift(tx, context, { ...promised(amount_cents, day), debit })
  })
const pledge = (amount_cents: number) => transaction((tx) => postPledge(tx, context, promised(amount_cents)))
const on = (id: number, work: (tx: Db, gift: LockedGift) => Promise<unknown>) =>
  transaction(async (tx) => work(tx, await lockGift(tx, { id })))
const why = { reason: 'Doppelt überwiesen', business_day: today }
const confirm = (id: number, amount_cents?: number) =>
  on(id, async (tx, gift) =>
    confirmPledge(tx, context, gift, {
      debit: await accountId(tx, { kind: 'psp', provider: 'somebody' }),
      received_on: today,
      ...(amount_cents === undefined ? {} : { amount_cents }),
    }),
  )
const refund = (id: number, amount_cents?: number) =>
  on(id, (tx, gift) =>
    postRefund(tx, context, gift, { ...why, ...(amount_cents === undefined ? {} : { amount_cents }) }),
  )
const chargeBack = (id: number) =>
  on(id, async (tx, gift) =>
    postChargeback(tx, context, gift, {
      ...why,
      credit: await accountId(tx, { kind: 'psp', provider: 'p' }),
    }),
  )
const move = (id: number) =>
  transaction(async (tx) => {
    await lockProjects(tx, [project.id, other.id])
    return changePurpose(tx, context, await lockGift(tx, { id }), { ...why, project: other })
  })

const gift = (id: number) =>
  database.db
    .selectFrom('fundings')
    .select(['state', 'amount_cents', 'returned_cents', 'pledged_cents'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const funded = async () =>
  (await database.db.selectFrom('projects').select('funded_cents').orderBy('id').execute()).map(
    (row) => row.funded_cents,
  )
const balance = async (account: Account) => balanceOf(database.db, await accountId(database.db, account))
const refusal = async (promise: Promise<unknown>) => {
  try {
    await promise
    return 'done'
  } catch (error) {
    return (error as { code?: string }).code ?? (error as Error).message
  }
}
const checksHold = async () => {
  expect(await findLedgerDifferences(database.db)).toEqual([])
  for (const check of ledgerChecks)
    expect([check.key, (await runCheck(database.db, check)).rows]).toEqual([check.key, []])
}

describe('receiving gifts', () => {
  test('a gift debits the given account, credits the project, and gets a number', async () => {
    const { id, number } = await give(2_500, { kind: 'psp', provider: 'somebody' })
    expect([number, await funded(), await balance({ kind: 'psp', provider: 'somebody' })]).toEqual([
      'PS-2026-0001',
      [2_500, 0],
      2_500,
    ])
    expect(await gift(id)).toEqual({
      state: 'confirmed',
      amount_cents: 2_500,
      returned_cents: 0,
      pledged_cents: null,
    })
    await checksHold()
  })

  test('a pledge books no money, and its confirmation sets the received amount', async () => {
    const { id } = await pledge(10_000)
    expect(await funded()).toEqual([0, 0])
    await confirm(id, 9_000)
    expect(await gift(id)).toMatchObject({ state: 'confirmed', amount_cents: 9_000, pledged_cents: 10_000 })
    expect(await refusal(confirm(id))).toBe('gift_not_pledged')
    expect(await funded()).toEqual([9_000, 0])
    await checksHold()
  })

  test('a failed pledge cannot be confirmed', async () => {
    const { id } = await pledge(500)
    await on(id, (tx, locked) => endPledge(tx, context, locked, { state: 'failed', reason: 'abgelehnt' }))
    expect([(await gift(id)).state, await refusal(confirm(id))]).toEqual(['failed', 'gift_not_pledged'])
  })

  test('undoing a confirmation restores a pledge with its promised amount and reverses any other gift', async () => {
    const [promise, direct] = [await pledge(700), await give(800)]
    await confirm(promise.id, 650)
    for (const { id } of [promise, direct])
      await on(id, (tx, locked) => undoPrivateGift(tx, context, locked, why))
    expect(await gift(promise.id)).toMatchObject({ state: 'pledged', amount_cents: 700 })
    expect((await gift(direct.id)).state).toBe('reversed')
    expect([await funded(), await balance({ kind: 'psp', provider: 'somebody' })]).toEqual([[0, 0], 0])
    await confirm(promise.id)
    expect(await funded()).toEqual([700, 0])
    await checksHold()
  })

  test('a fully funded project is settled at once', async () => {
    const { id } = await give(10_500)
    await transaction((tx) => settleIfFull(tx, context, project.id, today))
    expect((await gift(id)).state).toBe('settled')
    await checksHold()
  })

  test('nothing is booked into a closed month', async () => {
    const promise = await pledge(700)
    await transaction((tx) => closeMonth(tx, context, { month: '2026-10-01', reason: 'Abschluss', today }))
    const late = (day: string) =>
      transaction(async (tx) =>
        postPrivateGift(tx, context, { ...promised(100), day, debit: await mainBank(tx) }),
      )
    await expect(late('2026-10-31')).rejects.toMatchObject({ fields: { received_on: expect.anything() } })
    await expect(
      on(promise.id, async (tx, locked) =>
        confirmPledge(tx, context, locked, { debit: await mainBank(tx), received_on: '2026-10-31' }),
      ),
    ).rejects.toMatchObject({ fields: { received_on: expect.anything() } })
    expect(await funded()).toEqual([0, 0])
  })
})

describe('returning gifts', () => {
  test('a partial and then full refund is owed until transferred and never exceeds the gift', async () => {
    const { id } = await give(2_500)
    await refund(id, 1_000)
    expect([await gift(id), await funded()]).toMatchObject([
      { state: 'confirmed', returned_cents: 1_000 },
      [1_500, 0],
    ])
    expect(await refusal(refund(id, 1_501))).toBe('refund_exceeded')
    await refund(id)
    expect(await refundOwed(database.db, id)).toBe(2_500)
    await on(id, async (tx, locked) =>
      postRefundPaid(tx, context, locked, { credit: await mainBank(tx), paid_on: today }),
    )
    expect([(await gift(id)).state, await refundOwed(database.db, id), await funded()]).toEqual([
      'reversed',
      0,
      [0, 0],
    ])
    expect(
      await refusal(
        on(id, async (tx, locked) =>
          postRefundPaid(tx, context, locked, { credit: await mainBank(tx), paid_on: today }),
        ),
      ),
    ).toBe('refund_exceeded')
    expect(await refusal(refund(id))).toBe('gift_not_confirmed')
    await checksHold()
  })

  test('a backdated gift after a full refund leaves the allocation day unchanged', async () => {
    const { id } = await give(2_500)
    await refund(id)
    await give(700, undefined, '2026-11-01')
    const { allocated_on } = await database.db
      .selectFrom('projects')
      .select('allocated_on')
      .where('id', '=', project.id)
      .executeTakeFirstOrThrow()
    expect(allocated_on).toBe(today)
    await checksHold()
  })

  test('refunding a settled gift cancels its payout, and the rest is settled again', async () => {
    const { id } = await give(2_500)
    await give(300)
    await settleAll(database.db, now)
    await refund(id, 500)
    await settleAll(database.db, now)
    const payouts = await database.db
      .selectFrom('payouts')
      .select(['state', 'amount_cents'])
      .orderBy('id')
      .execute()
    expect(payouts).toEqual([
      { state: 'cancelled', amount_cents: 2_800 },
      { state: 'open', amount_cents: 2_300 },
    ])
    expect(leftOf({ state: 'settled', amount_cents: 2_500, returned_cents: 500 })).toBe(2_000)
    await checksHold()
  })

  test('a paid-out gift cannot be refunded, and its chargeback makes the project negative', async () => {
    const { id } = await give(2_500, { kind: 'psp', provider: 'p' })
    await settleAll(database.db, now)
    await payAll(database.db, now)
    expect(await refusal(refund(id))).toBe('gift_paid_out')
    expect(await refusal(move(id))).toBe('gift_paid_out')
    expect(await chargeBack(id)).toEqual({ negative_cents: 2_500 })
    expect([(await gift(id)).state, await balance({ kind: 'psp', provider: 'p' })]).toEqual([
      'recovery_open',
      0,
    ])
    expect(await refusal(chargeBack(id))).toBe('gift_not_confirmed')
    await checksHold()
  })

  test('a chargeback takes the rest after a refund', async () => {
    const { id } = await give(2_500)
    await refund(id, 1_000)
    expect(await chargeBack(id)).toEqual({ negative_cents: 0 })
    expect([await gift(id), await balance({ kind: 'psp', provider: 'p' })]).toMatchObject([
      { state: 'reversed', returned_cents: 2_500 },
      -1_500,
    ])
    await checksHold()
  })

  test('moving a gift reverses it, books a linked one at the other project, and leaves the bank unchanged', async () => {
    const { id } = await give(2_500)
    const moved = (await move(id)) as { id: number; number: string }
    const row = await database.db
      .selectFrom('fundings')
      .select(['project_id', 'moved_from_id', 'state'])
      .where('id', '=', moved.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ project_id: other.id, moved_from_id: id, state: 'confirmed' })
    expect([
      (await gift(id)).state,
      await funded(),
      await balanceOf(database.db, await mainBank(database.db)),
    ]).toEqual(['reversed', [0, 2_500], 2_500])
    expect(await refusal(move(id))).toBe('gift_not_confirmed')
    await refund(moved.id, 100)
    expect(await refusal(on(moved.id, (tx, locked) => undoPrivateGift(tx, context, locked, why)))).toBe(
      'gift_returned',
    )
    await checksHold()
  })

  test('a moved gift keeps its day of receipt and is posted on the day of the change', async () => {
    const { id } = await give(2_500, undefined, '2025-12-30')
    const moved = (await move(id)) as { id: number }
    const { received_on } = await database.db
      .selectFrom('fundings')
      .select('received_on')
      .where('id', '=', moved.id)
      .executeTakeFirstOrThrow()
    expect(received_on).toBe('2025-12-30')
    const days = await database.db
      .selectFrom('ledger_rows')
      .select(['funding_id', 'business_day'])
      .orderBy('id')
      .execute()
    expect(days).toEqual([
      { funding_id: id, business_day: '2025-12-30' },
      { funding_id: id, business_day: why.business_day },
      { funding_id: moved.id, business_day: why.business_day },
    ])
    await checksHold()
  })

  test('a provider payout is booked less its fees', async () => {
    await give(2_500, { kind: 'psp', provider: 'p' })
    await transaction(async (tx) =>
      postProviderPayout(tx, context, {
        provider: 'p',
        ref: 'po_1',
        amount_cents: 2_400,
        fee_cents: 100,
        business_day: today,
        debit: await mainBank(tx),
      }),
    )
    expect([await balance({ kind: 'psp', provider: 'p' }), await balance({ kind: 'fees' })]).toEqual([0, 100])
    await checksHold()
  })
})
