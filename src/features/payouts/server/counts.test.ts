import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { createPayout } from '#test/payouts.ts'
import { runs } from '#test/runs.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

const step = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), cents: fc.integer({ min: 1, max: 9_999 }) }),
  fc.record({
    kind: fc.constant('state' as const),
    rest: fc.integer({ min: 0, max: 2 }),
    state: fc.constantFrom('open', 'exported', 'marked_paid', 'cancelled'),
    arrived: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('undo' as const), rest: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ kind: fc.constant('compact' as const) }),
  fc.record({ kind: fc.constant('rebuild' as const) }),
)

test('stored counts and sums equal the rows after any sequence of changes', async () => {
  const { db } = database
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      await database.reset()
      for (const one of steps) {
        if (one.kind === 'create') await createPayout(db, { amount_cents: one.cents })
        else if (one.kind === 'compact') await sql`select compact_payout_counts()`.execute(db)
        else if (one.kind === 'rebuild') {
          await sql`update payout_counts set n = n + 1`.execute(db)
          await sql`select rebuild_payout_counts()`.execute(db)
        } else if (one.kind === 'undo')
          await sql`
            update payouts set state = 'cancelled', paid_on = null, arrived_on = null, undone_on = '2026-11-20'
            where id % 3 = ${one.rest}::int`.execute(db)
        else {
          const paid = one.state === 'marked_paid' ? '2026-11-20' : null
          await sql`
            update payouts set state = ${one.state}, paid_on = ${paid}::date,
              arrived_on = ${paid && one.arrived ? paid : null}::date
            where id % 3 = ${one.rest}::int and undone_on is null`.execute(db)
        }
      }
      const { rows } = await sql`
        select state_key, funding_type, has_arrived from (
          select state_key, funding_type, has_arrived, n, cents from payout_counts
          union all
          select state_key, funding_type, has_arrived, -1, -amount_cents from payouts where undone_on is null
        ) both_sides
        group by 1, 2, 3 having sum(n) <> 0 or sum(cents) <> 0`.execute(db)
      expect(rows).toEqual([])
    }),
    { numRuns: runs(6) },
  )
})
