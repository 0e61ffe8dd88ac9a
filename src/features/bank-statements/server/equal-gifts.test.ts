import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { costlyRuns } from '#test/runs.ts'
import { camt, type MadeLine, type MadeStatement, mt940 } from '#test/statements.ts'
import { eachOnStatementApp } from '#test/statement-app.ts'
import { statementCalls } from '#test/statement-calls.ts'

// A line is recognized by its day, amount, number of equal lines, and the numbers and balances of statements. The
// period that a file claims never decides.

let app: TestApp
let clerk: Client
const setUp = eachOnStatementApp((given) => ({ app, clerk } = given))
const { checked, bring, upload, suspense } = statementCalls(() => ({ app, clerk }))

/** A file that claims a period of many years. */
const wide = (statement: MadeStatement) =>
  camt([statement]).replace(
    '<Acct>',
    '<FrToDt><FrDtTm>2001-01-01T00:00:00+01:00</FrDtTm><ToDtTm>2026-11-20T00:00:00+01:00</ToDtTm></FrToDt><Acct>',
  )
const gift: MadeLine = { cents: 500, name: 'Renate', text: 'Spende' }

test('equal gifts in two statements of one day are two gifts, whatever period the files claim', async () => {
  const first = wide({ lines: [gift], number: '115' })
  const second = wide({ lines: [gift], opening: 500, number: '116' })
  const fourth = wide({ lines: [gift], opening: 1_500, number: '118' })
  for (const file of [first, second]) expect((await upload(file)).body).toMatchObject({ lines_known: 0 })
  // Number 117 is missing, and the previous balance proves that this gift is none of those.
  expect((await upload(fourth)).body).toMatchObject({ lines: 1, lines_known: 0 })
  expect(await suspense()).toBe(1_500)
  for (const file of [first, second, fourth])
    expect((await upload(file)).body).toMatchObject({ lines_known: 1, statements: [] })
  // The gap between them is one more of four equal gifts.
  expect(await bring({ lines: [gift, gift, gift, gift], number: '1' })).toMatchObject({
    lines: 4,
    lines_known: 3,
  })
  expect(await suspense()).toBe(2_000)
  const rows = await app.db.selectFrom('bank_statements').select(['from_day', 'to_day']).execute()
  expect(rows[0]).toEqual({ from_day: '2026-11-20', to_day: '2026-11-20' })
  await checked()
})

test("a gift after the account returned to an earlier balance is new by its statement's number", async () => {
  const back = { cents: -500, name: 'Renate' }
  await bring({ lines: [gift], number: '47' })
  await bring({ lines: [back], opening: 500, number: '48' })
  expect(await bring({ lines: [gift], number: '49' })).toMatchObject({ lines_known: 0 })
  expect(await bring({ lines: [gift], number: '47' })).toMatchObject({ lines_known: 1 })
  expect(await suspense()).toBe(500)
})

test('a statement that continues by balance is imported completely, even with a line of an earlier day', async () => {
  const late = { ...gift, day: '2026-11-18' }
  await bring({ lines: [late, { ...gift, day: '2026-11-20' }], number: '1' })
  expect(await bring({ lines: [late, gift], opening: 1_000, number: '2' })).toMatchObject({ lines_known: 0 })
  expect(await suspense()).toBe(2_000)
})

test('an export that begins between two equal gifts recognizes its first line and imports its second', async () => {
  await bring({ lines: [gift, gift], number: '1' })
  expect(await bring({ lines: [gift, gift], opening: 500, number: '7' })).toMatchObject({
    lines: 2,
    lines_known: 1,
  })
  expect(await suspense()).toBe(1_500)
})

const amount = fc.constantFrom(500, 500, 250, -250, 1_000)
const days = fc.array(fc.array(amount, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 })

test('statements cut anywhere, some repeated, yield each line once, and an export of all adds none', async () => {
  await fc.assert(
    fc.asyncProperty(
      days,
      fc.array(fc.nat(15), { maxLength: 4 }),
      fc.infiniteStream(fc.constantFrom('camt', 'camt', 'again', 'mt940')),
      async (amounts, at, ways) => {
        await setUp()
        const lines = amounts.flatMap((all, nth) =>
          all.map((cents): MadeLine => ({ cents, name: 'Renate', day: `2026-11-${15 + nth}` })),
        )
        const cuts = [
          ...new Set([0, ...at.map((one) => Math.min(one, lines.length)), lines.length]),
        ].toSorted((a, b) => a - b)
        const sum = (end: number) => lines.slice(0, end).reduce((total, one) => total + one.cents, 0)
        const statements = cuts.slice(1).map((end, nth): MadeStatement => ({
          lines: lines.slice(cuts[nth], end),
          opening: 100_000 + sum(cuts[nth]!),
          number: String(nth + 1),
          day: lines[end - 1]!.day!,
        }))
        // If the account has the same balance twice, only statement numbers could tell the lines apart.
        const balances = lines.map((_, nth) => sum(nth + 1))
        fc.pre(new Set([0, ...balances]).size === lines.length + 1)
        for (const statement of statements) {
          const way = ways.next().value
          await upload(way === 'mt940' ? mt940(statement) : camt([statement]))
          if (way === 'again') await upload(camt([statement]))
        }
        const there = async () =>
          (await app.db.selectFrom('bank_lines').select(['booked_on', 'amount_cents']).execute())
            .map((one) => `${one.booked_on} ${one.amount_cents}`)
            .toSorted()
        const expected = lines.map((one) => `${one.day} ${one.cents}`).toSorted()
        expect(await there()).toEqual(expected)
        await upload(camt([{ lines, opening: 100_000, number: '900', day: lines.at(-1)!.day! }]))
        await upload(mt940({ lines: lines.toReversed(), opening: 100_000, day: lines.at(-1)!.day! }))
        expect(await there()).toEqual(expected)
      },
    ),
    { numRuns: costlyRuns(15) },
  )
})
