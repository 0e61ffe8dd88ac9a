import { afterAll, beforeAll, expect, test } from 'vitest'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { ledgerChecks } from '#features/ledger/server/checks/all.ts'
import { runCheck } from '#features/ledger/server/checks/check.ts'
import { findCountDifferences } from '#features/projects/server/counts.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { generate } from './generate.ts'
import { muchMoney } from './money-generate.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

test('the generated ledger has about the requested rows, of every kind, and passes all checks', async () => {
  await generate(database.pool, { size: 200, seed: 1, today: '2026-11-21' }, muchMoney(2000))
  const { rows } = await database.pool.query<{ purpose: string; n: number }>(
    'select purpose, count(*)::integer as n from ledger_rows group by 1 order by 1',
  )
  expect(rows.map((row) => row.purpose)).toEqual([
    'arrival',
    'budget_grant',
    'budget_use',
    'gift',
    'payout',
    'settlement',
  ])
  const all = rows.reduce((sum, row) => sum + row.n, 0)
  expect(all).toBeGreaterThan(1500)
  expect(all).toBeLessThan(3000)
  expect(await findLedgerDifferences(database.db)).toEqual([])
  expect(await findCountDifferences(database.db)).toEqual([])
  const broken = await database.db.transaction().execute(async (tx) => {
    const found: unknown[] = []
    for (const check of ledgerChecks) found.push(...(await runCheck(tx, check)).rows)
    return found
  })
  expect(broken).toEqual([])
})
