import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { moneyMoves, MoneyWorld } from '#test/money-world.ts'
import { runs } from '#test/runs.ts'
import { runCheck } from './checks/check.ts'
import { suspense } from './checks/suspense.ts'
import { findLedgerDifferences } from './checks.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

const number = fc.nat(1_000_000)
const move = fc.record({ kind: fc.constantFrom(...moneyMoves), a: fc.nat(50), b: number, c: number })

test('any sequence of events matches a plain model and breaks no invariant', async () => {
  const happened = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 50, maxLength: 90 }), async (moves) => {
      await database.reset()
      const world = new MoneyWorld(database.db)
      await world.open([100_000, 40_000, 7], [150_000, 3_000])
      for (const one of moves) {
        const outcome = await world.make(one)
        happened.set(`${one.kind} ${outcome}`, (happened.get(`${one.kind} ${outcome}`) ?? 0) + 1)
      }
      expect(await world.differences()).toEqual([])
      expect(await findLedgerDifferences(database.db)).toEqual([])
      const held = await database.db.transaction().execute((tx) => runCheck(tx, suspense))
      expect(held.rows).toEqual([])
    }),
    // Failing histories are not shrunk, because that took longer than reading the whole one.
    { numRuns: runs(6), endOnFailure: true },
  )
  // A run with few event kinds would prove little. With few histories some kinds may be missing; with many, none.
  const kinds = [...happened.keys()].filter((what) => what.endsWith(' done'))
  expect(kinds.length).toBeGreaterThan(moneyMoves.length / 3)
  if (runs(1) < 5) return
  const happens = [
    'gift',
    'fund',
    'settle',
    'pay',
    'grant',
    'donate',
    'statement',
    'match',
    'told',
    'told again',
  ]
  for (const kind of happens) expect(happened.get(`${kind} done`)).toBeGreaterThan(0)
  expect(happened.get('forged signature_invalid')).toBeGreaterThan(0)
})
