import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { findTotalDifferences } from '#features/ledger/server/checks.ts'
import { reverseGift } from '#features/ledger/server/gifts.ts'
import { type Client, useApp } from '#test/app.ts'
import { createGift, createProject } from '#test/factories.ts'
import { chartTypes } from '#features/ledger/funding-types.ts'
import { periods } from '../rules.ts'
import { runs } from '#test/runs.ts'

const start = '2026-11-21T09:00:00Z'
const app = useApp({ now: start })
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

/** Moves the clock and signs in again, because the session may have expired. */
async function moveClock(to: string): Promise<void> {
  app.clock.now = new Date(to)
  staff = await app.as('superuser')
}

async function funding(period = 'year') {
  const answer = await staff.get(`/api/v4/dashboard/funding/?period=${period}`)
  expect(answer.status).toBe(200)
  return answer.body
}
const on = (received_on: string) => ({ received_on })

function reverse(funding_id: number, business_day: string) {
  return app.db
    .transaction()
    .execute((tx) =>
      reverseGift(tx, { funding_id, business_day, note: '', created_by: null, now: app.clock.now }),
    )
}

describe('funding in a period', () => {
  test('is zero in an empty database, with an entry for each month', async () => {
    const none = { 1: 0, 2: 0, 3: 0, 4: 0 }
    expect(await funding('quarter')).toEqual({
      period: 'quarter',
      from: '2026-10-01',
      to: '2026-11-21',
      cents: 0,
      before: { from: '2025-10-01', to: '2025-11-21', cents: 0 },
      months: [
        { month: '2026-10', by_type: none },
        { month: '2026-11', by_type: none },
      ],
    })
  })

  test('includes both ends of the period and of the same period a year earlier', async () => {
    const project = await createProject(app.db, { funding_type: 3 })
    for (const [cents, day] of [
      [1, '2024-12-31'],
      [20, '2025-01-01'],
      [300, '2025-11-21'],
      [4000, '2025-11-22'],
      [50_000, '2026-01-01'],
      [600_000, '2026-11-21'],
    ] as const)
      await createGift(app.db, project, cents, on(day))
    const year = await funding()
    expect(year).toMatchObject({ period: 'year', from: '2026-01-01', to: '2026-11-21', cents: 650_000 })
    expect(year.before).toEqual({ from: '2025-01-01', to: '2025-11-21', cents: 320 })
    expect(year.months).toHaveLength(11)
    expect(year.months[0]).toEqual({ month: '2026-01', by_type: { 1: 0, 2: 0, 3: 50_000, 4: 0 } })
    expect((await funding('quarter')).cents).toBe(600_000)
    expect((await funding('12_months')).cents).toBe(650_000)
    expect((await staff.get('/api/v4/dashboard/funding/')).body.period).toBe('year')
  })

  test('counts on its stored Berlin day, even when the UTC date differs', async () => {
    const project = await createProject(app.db)
    // 00:30 on New Year's Day in Berlin, 23:30 on New Year's Eve in UTC.
    const now = new Date('2026-12-31T23:30:00Z')
    await createGift(app.db, project, 500, { received_on: '2026-12-31', now })
    await createGift(app.db, project, 90, { received_on: '2027-01-01', now })
    await moveClock('2026-12-31T22:30:00Z')
    expect(await funding()).toMatchObject({ from: '2026-01-01', to: '2026-12-31', cents: 500 })
    await moveClock(now.toISOString())
    expect(await funding()).toMatchObject({ from: '2027-01-01', to: '2027-01-01', cents: 90 })
  })

  test('a reversal is subtracted on its own day', async () => {
    const project = await createProject(app.db)
    const gift = await createGift(app.db, project, 1000, on('2026-09-30'))
    await createGift(app.db, project, 50, on('2026-11-02'))
    await reverse(gift.id, '2026-11-03')
    expect((await funding()).cents).toBe(50)
    expect((await funding('quarter')).cents).toBe(-950)
  })

  test('an unknown period is rejected at its parameter', async () => {
    const answer = await staff.get('/api/v4/dashboard/funding/?period=century')
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['period']])
  })

  test('equals the ledger to the cent, after any gifts and reversals on any days', async () => {
    const day = fc.integer({ min: -760, max: 0 }).map((n) => addDays('2026-11-21', n))
    const cents = fc.integer({ min: 1, max: 10_000_000 })
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ type: fc.nat(3), day, cents }) },
      { weight: 1, arbitrary: fc.record({ undo: fc.nat(40), day }) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        await app.reset()
        staff = await app.as('superuser')
        const projects = await Promise.all(
          [1, 2, 3, 4].map((funding_type) => createProject(app.db, { funding_type })),
        )
        const gifts: number[] = []
        for (const move of steps) {
          if ('type' in move)
            gifts.push((await createGift(app.db, projects[move.type]!, move.cents, on(move.day))).id)
          else if (gifts.length > 0) await reverse(gifts.splice(move.undo % gifts.length, 1)[0]!, move.day)
        }
        expect(await findTotalDifferences(app.db)).toEqual([])
        for (const period of periods) {
          const answer = await funding(period)
          for (const span of [answer, answer.before])
            expect([span.from, span.cents]).toEqual([span.from, await ledgerSum(span.from, span.to)])
          const inTable = answer.months.flatMap((month: { by_type: Record<number, number> }) =>
            chartTypes.map((type) => month.by_type[type]!),
          )
          expect(inTable.reduce((sum: number, part: number) => sum + part, 0)).toBe(answer.cents)
        }
      }),
      { numRuns: runs(3) },
    )
  })
})

/** Reference sum from the rows: gifts credited to projects, less their reversals. */
async function ledgerSum(from: string, to: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(case when reverses_id is null then amount_cents else -amount_cents end), 0)::bigint as cents
    from ledger_rows
    where purpose = 'gift' and business_day between ${from}::date and ${to}::date`.execute(app.db)
  return rows[0]!.cents
}
