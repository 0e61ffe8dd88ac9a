import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { costlyRuns } from '#test/runs.ts'
import { camt, type MadeLine, type MadeStatement, report } from '#test/statements.ts'
import { eachOnStatementApp } from '#test/statement-app.ts'
import { statementCalls } from '#test/statement-calls.ts'

// Day reports are imported during the day; the day's statement repeats their lines.

let app: TestApp
let clerk: Client
const setUp = eachOnStatementApp((given) => ({ app, clerk } = given))
const { base, checked, bring, upload, linesOf, suspense } = statementCalls(() => ({ app, clerk }))

const statements = async () => (await clerk.get(`${base}?page_size=100`)).body.results

async function reconciled() {
  for (const { id, break: found } of await statements()) {
    expect(found).toBeNull()
    const { reconciliation } = (await clerk.get(`${base}${id}/`)).body
    expect(reconciliation).toMatchObject({ unexplained_cents: 0 })
  }
}

const [a, b, c]: MadeLine[] = [
  { cents: 2_500, name: 'Renate Albers', text: 'PS-1', bankReference: 'R1' },
  { cents: -300, name: 'Sparkasse', text: 'Entgelt', bankReference: 'R2' },
  { cents: 700, name: 'Emre Kaya', text: 'PS-2', bankReference: 'R3' },
]

test('a report is marked and grows over the day, and the statement adds the missing lines once', async () => {
  const first = (await upload(report({ lines: [a!], opening: 1_000, number: '1' }))).body
  expect(first).toMatchObject({ lines: 1, lines_known: 0 })
  const second = (await upload(report({ lines: [a!, b!], opening: 1_000, number: '2' }))).body
  expect(second).toMatchObject({ lines: 2, lines_known: 1 })
  expect((await statements()).map((one: { format: string; is_day_report: boolean }) => one)).toEqual([
    expect.objectContaining({ format: 'camt.052', is_day_report: true, number: '2' }),
    expect.objectContaining({ format: 'camt.052', is_day_report: true, number: '1' }),
  ])
  await reconciled()
  const whole = { lines: [b!, c!, a!], opening: 1_000, number: '47' }
  expect(await bring(whole)).toMatchObject({ lines: 3, lines_known: 2 })
  expect(await bring(whole)).toMatchObject({ lines_known: 3, statements: [] })
  const late = (await upload(report({ lines: [a!, b!, c!], opening: 1_000, number: '3' }))).body
  expect(late).toMatchObject({ lines_known: 3, statements: [] })
  expect(await bring({ lines: [a!], opening: 3_900, day: '2026-11-21', number: '48' })).toMatchObject({
    lines_known: 0,
  })
  await reconciled()
  expect(await suspense()).toBe(5_400)
  await checked()
})

test('the statement adds the one of two equal gifts that the report lacks, by bank reference or text', async () => {
  const gift = (nth: number, bankReference?: string): MadeLine => ({
    cents: 500,
    name: `Donor ${nth}`,
    text: 'Spende',
    ...(bankReference !== undefined && { bankReference }),
  })
  await upload(report({ lines: [gift(2, 'B2')], number: '1' }))
  const {
    statements: [statement],
  } = await bring({ lines: [gift(1, 'B1'), { ...gift(9, 'B2') }], number: '47' })
  expect((await linesOf(statement)).map((one: { name: string }) => one.name)).toEqual(['Donor 1'])

  await setUp()
  await upload(report({ lines: [gift(2)], number: '1' }))
  const {
    statements: [other],
  } = await bring({ lines: [gift(1), gift(2)], number: '47' })
  expect((await linesOf(other)).map((one: { name: string }) => one.name)).toEqual(['Donor 1'])

  // A bank with different texts and numbers in both: as many lines are recognized as existed.
  await setUp()
  await upload(report({ lines: [gift(1, 'X')], number: '1' }))
  expect(await bring({ lines: [gift(7, 'Y')], number: '47' })).toMatchObject({ lines_known: 1 })
})

test('pending entries of a report are imported once they are booked', async () => {
  const pending = report({ lines: [a!, c!], opening: 0, closing: 2_500, number: '1' }).replace(
    /(<Amt Ccy="EUR">7\.00<\/Amt><CdtDbtInd>CRDT<\/CdtDbtInd><Sts><Cd>)BOOK/,
    '$1PDNG',
  )
  expect((await upload(pending)).body).toMatchObject({ lines: 1, lines_pending: 1 })
  expect(await bring({ lines: [a!, c!], number: '47' })).toMatchObject({ lines: 2, lines_known: 1 })
  expect(await suspense()).toBe(3_200)
})

const amount = fc.constantFrom(500, 500, 250, -250)

test('any day reports in any order, followed by the statement, yield each line exactly once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(amount, { minLength: 1, maxLength: 6 }),
      fc.array(fc.record({ upTo: fc.nat(6), isPage: fc.boolean() }), { minLength: 1, maxLength: 4 }),
      async (cents, reports) => {
        await setUp()
        const lines = cents.map((one, nth): MadeLine => ({
          cents: one,
          name: `Donor ${nth}`,
          ...(nth % 2 === 0 && { bankReference: `R${nth}` }),
        }))
        const sum = (end: number) => lines.slice(0, end).reduce((total, one) => total + one.cents, 10_000)
        // If the account has the same balance twice, only statement numbers could tell the lines apart.
        fc.pre(new Set(lines.map((_, nth) => sum(nth + 1)).concat(sum(0))).size === lines.length + 1)
        let from = 0
        for (const [nth, { upTo, isPage }] of reports.entries()) {
          const to = Math.min(upTo, lines.length)
          const start = isPage && to >= from ? from : 0
          const made: MadeStatement = { lines: lines.slice(start, to), opening: sum(start), number: `${nth}` }
          const opening = start === 0 ? 'PRCD' : 'ITBD'
          expect((await upload(report(made, { opening }))).status).toBe(201)
          from = Math.max(from, to)
        }
        const whole = { lines: lines.toReversed(), opening: 10_000, number: '900' }
        expect((await upload(camt([whole]))).status).toBe(201)
        const kept = await app.db.selectFrom('bank_lines').select(['amount_cents', 'name']).execute()
        expect(kept.map((one) => `${one.name} ${one.amount_cents}`).toSorted()).toEqual(
          lines.map((one) => `${one.name} ${one.cents}`).toSorted(),
        )
        for (const { id } of await statements())
          expect((await clerk.get(`${base}${id}/`)).body.reconciliation).toMatchObject({
            unexplained_cents: 0,
          })
      },
    ),
    { numRuns: costlyRuns(12) },
  )
})
