import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { costlyRuns } from '#test/runs.ts'
import { camt, type MadeLine, mt940 } from '#test/statements.ts'
import { eachOnStatementApp } from '#test/statement-app.ts'
import { statementCalls } from '#test/statement-calls.ts'

// No bank line is imported twice, however statements are cut and in any order; equal lines are all kept.

let app: TestApp
let clerk: Client
const setUp = eachOnStatementApp((given) => ({ app, clerk } = given))
const { base, checked, bring, upload, suspense } = statementCalls(() => ({ app, clerk }))

const day = (nth: number) => `2026-11-${String(nth).padStart(2, '0')}`
const cameAndWent = (at: string): MadeLine[] => [
  { cents: 2_500, name: 'Renate Albers', day: at },
  { cents: -2_500, name: 'Renate Albers', text: 'Rückgabe', day: at },
]

test('a day whose lines sum to zero is imported once, in any format', async () => {
  const statement = { lines: cameAndWent(day(20)), opening: 700, number: '47' }
  expect(await bring(statement)).toMatchObject({ lines: 2, lines_known: 0 })
  expect(await bring(statement)).toMatchObject({ lines_known: 2, statements: [] })
  expect((await upload(mt940(statement))).body).toMatchObject({ lines_known: 2, statements: [] })
  // A later statement is new, even if it repeats the data of one of its lines.
  const next = { lines: cameAndWent(day(20)).slice(0, 1), opening: 700, number: '48' }
  expect(await bring(next)).toMatchObject({ lines: 1, lines_known: 0 })
  expect(await suspense()).toBe(2_500)
})

test('a zero-sum day is recognized when the next export starts with it or an earlier one ends with it', async () => {
  const zero = cameAndWent(day(19))
  await bring({ lines: [{ cents: 100, day: day(18) }, ...zero], day: day(19) })
  const next = { lines: [...zero, { cents: 5, day: day(20) }], opening: 100, day: day(20) }
  expect(await bring(next)).toMatchObject({ lines: 3, lines_known: 2 })
  expect(await bring(next)).toMatchObject({ lines_known: 3, statements: [] })

  await setUp()
  await bring(next)
  const earlier = { lines: [{ cents: 100, day: day(18) }, ...zero], day: day(19) }
  expect(await bring(earlier)).toMatchObject({ lines: 3, lines_known: 2 })
  expect(await suspense()).toBe(105)
})

test('a partly imported zero-sum day is completed once', async () => {
  const [came, went] = cameAndWent(day(20))
  await bring({ lines: [came!], opening: 700, number: '47' })
  expect(await bring({ lines: [came!, went!], opening: 700, number: '48' })).toMatchObject({
    lines: 2,
    lines_known: 1,
  })
  expect(await suspense()).toBe(0)
})

test('a file with its statement twice imports it once, and one with a duplicated line fails its balance check', async () => {
  const statement = { lines: [{ cents: 2_500 }, { cents: 2_500 }, { cents: -100 }], opening: 700 }
  const twice = await upload(camt([statement, statement]))
  expect([twice.status, twice.body]).toEqual([
    201,
    expect.objectContaining({ lines: 6, lines_known: 3, statements: [expect.any(Number)] }),
  ])
  expect(await suspense()).toBe(4_900)
  const doubled = await upload(
    camt([{ ...statement, lines: [...statement.lines, { cents: 2_500 }], closing: 5_600, number: '2' }]),
  )
  expect(doubled.status).toBe(400)
  expect(doubled.body.file[0]).toMatch(/do not add up to the closing balance €56\.00: .* \(line \d+\)$/)
  expect(await suspense()).toBe(4_900)
})

// Few amounts and texts, so that many lines are equal and many days sum to zero.
const lineOfDay = fc.record({
  cents: fc.constantFrom(100, -100, 250, -250, 400),
  name: fc.constantFrom('Renate', 'Emre'),
})
const account = fc.record({
  opening: fc.constantFrom(0, 100, 1_000),
  days: fc.array(fc.array(lineOfDay, { maxLength: 3 }), { minLength: 5, maxLength: 5 }),
})
const exported = fc.record({
  from: fc.integer({ min: 1, max: 5 }),
  length: fc.integer({ min: 1, max: 4 }),
  format: fc.constantFrom('camt', 'mt940'),
})

test('whole days in any cut, order and format yield exactly their lines, and every balance is explained', async () => {
  await fc.assert(
    fc.asyncProperty(
      account,
      fc.array(exported, { minLength: 2, maxLength: 5 }),
      async ({ opening, days }, cuts) => {
        await setUp()
        const sumOf = (lines: readonly { cents: number }[]) => lines.reduce((sum, one) => sum + one.cents, 0)
        const covered = new Set<number>()
        for (const [nth, { from, length, format }] of cuts.entries()) {
          const to = Math.min(5, from + length - 1)
          const lines = days.flatMap((all, at) =>
            at + 1 >= from && at + 1 <= to ? all.map((one) => ({ ...one, day: day(at + 1) })) : [],
          )
          for (let at = from; at <= to; at++) covered.add(at)
          const statement = {
            lines,
            opening: opening + sumOf(days.slice(0, from - 1).flat()),
            day: day(to),
            number: String(nth),
          }
          expect((await upload(format === 'camt' ? camt([statement]) : mt940(statement))).status).toBe(201)
        }
        const there = await app.db.selectFrom('bank_lines').select(['booked_on', 'amount_cents']).execute()
        const expected = [...covered].flatMap((at) => days[at - 1]!.map(({ cents }) => `${day(at)} ${cents}`))
        expect(there.map((one) => `${one.booked_on} ${one.amount_cents}`).toSorted()).toEqual(
          expected.toSorted(),
        )
        await checked()
        const { results } = (await clerk.get(`${base}?page_size=100`)).body
        for (const { id } of results) {
          const { reconciliation } = (await clerk.get(`${base}${id}/`)).body
          expect(reconciliation).toMatchObject({ unexplained_cents: 0 })
        }
      },
    ),
    { numRuns: costlyRuns(12) },
  )
})
