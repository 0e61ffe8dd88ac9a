import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { createGift, createProject } from '#test/factories.ts'
import { findTotalDifferences } from './checks.ts'
import { reverseGift } from './gifts.ts'
import { fundingByMonth } from './totals.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())
beforeEach(() => database.reset())

const now = new Date('2026-11-21T11:00:00Z')

describe('received totals per month and type', () => {
  const at = (received_on: string) => ({ received_on })
  const inNovember = { from: '2026-11-01', to: '2026-11-30' }

  test('a gift counts on its business day, whatever its posting time', async () => {
    const project = await createProject(database.db)
    const late = { ...at('2026-12-31'), now: new Date('2026-12-31T23:30:00Z') }
    await createGift(database.db, project, 700, late)
    expect(await fundingByMonth(database.db, { from: '2026-12-31', to: '2027-01-31' })).toEqual([
      { month: '2026-12', funding_type: 1, cents: 700 },
    ])
    expect(await fundingByMonth(database.db, { from: '2027-01-01', to: '2027-12-31' })).toEqual([])
  })

  test('types and months are separate, both range ends are inclusive, and compaction changes nothing', async () => {
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
    await sql`select fold_ledger()`.execute(database.db)
    expect(await fundingByMonth(database.db, inNovember)).toEqual(expected)
    await sql`select rebuild_ledger_sums()`.execute(database.db)
    expect(await fundingByMonth(database.db, inNovember)).toEqual(expected)
  })

  test('a reversal is subtracted on its own day, and the earlier month keeps its reported total', async () => {
    const project = await createProject(database.db, { funding_type: 2 })
    const gift = await createGift(database.db, project, 900, at('2026-10-05'))
    await createGift(database.db, project, 500, at('2026-11-05'))
    const reversal = { funding_id: gift.id, business_day: '2026-11-21', note: '', created_by: null, now }
    await database.db.transaction().execute((tx) => reverseGift(tx, reversal))
    expect(await fundingByMonth(database.db, { from: '2026-10-01', to: '2026-11-30' })).toEqual([
      { month: '2026-10', funding_type: 2, cents: 900 },
      { month: '2026-11', funding_type: 2, cents: -400 },
    ])
  })

  test('a total that contradicts the ledger is found', async () => {
    await createGift(database.db, await createProject(database.db), 400, at('2026-11-05'))
    await database.db.updateTable('funding_totals').set({ cents: 401 }).execute()
    expect(await findTotalDifferences(database.db)).toEqual([
      { business_day: '2026-11-05', funding_type: 1, stage: 'allocated', kept_cents: 401, ledger_cents: 400 },
    ])
  })
})
