import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/db/transaction.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { clearFailures, countTry, signInCounters } from './throttle.ts'

const now = new Date('2026-11-21T09:00:00Z')
const { taken, failed } = signInCounters('kvollmer', '192.0.2.7', undefined)
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase({ poolSize: 20 })
})
afterAll(() => database.close())

test('successes that clear counters do not let a concurrent attempt skip its turn', async () => {
  // A throttled try is refused with 429; any other error would answer 500.
  const one = async () => {
    await inTransaction(database.db, (tx) => countTry(tx, taken, now, failed))
    await inTransaction(database.db, (tx) => clearFailures(tx, taken))
  }
  const done = await Promise.allSettled(Array.from({ length: 200 }, one))
  const reasons = done.flatMap((each) => (each.status === 'rejected' ? [each.reason.status] : []))
  expect(reasons.filter((status) => status !== 429)).toEqual([])
  expect(done.length - reasons.length).toBeGreaterThan(0)
})
