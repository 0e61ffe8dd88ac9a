import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { camt, endsIn, linesIn, partsOf } from '#test/statements.ts'

// An instant is converted to its day in Berlin, whatever the format.

test('an instant in a CAMT file becomes its day in Berlin', async () => {
  const file = join(import.meta.dirname, '../../../../test/bank-files/camt-05-datetime-utc.xml')
  const parts = await partsOf(readFileSync(file))
  expect(linesIn(parts)[0]).toMatchObject({ booked_on: '2026-11-23', valued_on: '2026-11-23' })
  expect(endsIn(parts)[0]).toMatchObject({ to: '2026-11-23' })
})

test.each([
  ['2026-11-22T23:30:00+01:00', '2026-11-22'],
  ['2026-11-22T23:30:00', '2026-11-22'],
  ['2026-07-22T22:30:00Z', '2026-07-23'],
  ['2026-11-23T00:30:00+02:00', '2026-11-22'],
])('%s is booked on %s in CAMT and CSV', async (instant, day) => {
  const xml = camt([{ lines: [{ cents: 100 }] }]).replace(
    '<BookgDt><Dt>2026-11-20</Dt>',
    `<BookgDt><DtTm>${instant}</DtTm>`,
  )
  const csv = `Date,Amount\n${instant},1.00\n`
  for (const text of [xml, csv]) expect(linesIn(await partsOf(text))[0]!.booked_on).toBe(day)
})

test('an amount in scientific notation is accepted if its digits reach the cent', async () => {
  const csv = 'Datum;Betrag\n20.11.26;1.101633736E7\n'
  expect(linesIn(await partsOf(csv))[0]!.amount_cents).toBe(1_101_633_736)
})
