import { expect, test } from 'vitest'
import { endsIn, houseIban, linesIn, mt940, partsOf, refusalOf } from '../../../../test/statements.ts'
import { readPurpose } from './mt940-purpose.ts'

const line = {
  cents: 48_000,
  name: 'Förderkreis Kita',
  iban: 'DE02120300000000202051',
  text: 'Spende für die Kletterwand am Weiher',
  reference: 'PS-2026-0001',
}
const good = mt940({ lines: [line, { cents: -1290, name: 'Sparkasse', text: 'Entgelt' }], opening: 1000 })

test('subfields become name, IBAN, reference and text; balances are kept', async () => {
  const parts = await partsOf(good)
  expect(parts[0]).toMatchObject({
    kind: 'begin',
    format: 'mt940',
    number: '47/2026',
    account: { iban: houseIban },
    line: 1,
  })
  expect(linesIn(parts)[0]).toMatchObject({
    amount_cents: 48_000,
    booked_on: '2026-11-20',
    name: 'Förderkreis Kita',
    iban: line.iban,
    reference: 'PS-2026-0001',
    text: 'Spende für die Kletterwand am Weiher',
    booking: 'GUTSCHRIFT',
  })
  expect(endsIn(parts)[0]).toMatchObject({ opening_cents: 1000, closing_cents: 47_710, to: '2026-11-20' })
})

test('Windows-1252, old account numbers, line feeds and an envelope are read as well', async () => {
  const latin = Buffer.from(good.replace(`:25:${houseIban}`, ':25:37040044/0532013000'), 'latin1')
  const parts = await partsOf(latin)
  expect(parts[0]).toMatchObject({ account: { bank_code: '37040044', number: '0532013000' } })
  expect(linesIn(parts)[0]!.name).toBe('Förderkreis Kita')
  expect(linesIn(await partsOf(good.replaceAll('\r\n', '\n')))).toHaveLength(2)
  expect(linesIn(await partsOf(`{1:F01X}{2:O940}{4:\r\n${good}-}\r\n`))).toHaveLength(2)
})

test('RC takes back a credit, RD a debit; the booking day is the one next to the value day', async () => {
  const file = good
    .replace(/:61:261120\d{4}CR480,00/, ':61:2601021231RC480,00')
    .replace(/:61:261120\d{4}DR12,90/, ':61:2611201120RD12,90')
    .replace(/:62F:.*/, ':62F:D261120EUR457,10')
  expect(
    linesIn(await partsOf(file)).map((one) => [
      one.amount_cents,
      one.booked_on,
      one.valued_on,
      one.is_reversal,
    ]),
  ).toEqual([
    [-48_000, '2025-12-31', '2026-01-02', true],
    [1290, '2026-11-20', '2026-11-20', true],
  ])
})

test('several statements in one file, each with its own balances', async () => {
  const parts = await partsOf(good + mt940({ lines: [{ cents: 5 }], opening: 47_710, number: '48/2026' }))
  expect(endsIn(parts).map((end) => end.closing_cents)).toEqual([47_710, 47_715])
})

test('plain text without subfields, and SEPA words that are cut anywhere', () => {
  expect(readPurpose(['999PN5477SCHECK-NR. 17'])).toEqual({ text: 'SCHECK-NR. 17' })
  expect(
    readPurpose(['166?00GUTSCHRIFT?20EREF+PS-2026-', '0001 SVWZ+Danke?32MAX MUSTER', 'MANN']),
  ).toMatchObject({
    reference: 'PS-2026-0001',
    text: 'Danke',
    name: 'MAX MUSTERMANN',
  })
})

const refusals: [string, string, string, number][] = [
  ['a wrong balance', good.replace(/:62F:C261120EUR477,10/, ':62F:C261120EUR477,11'), 'wrong_balance', 9],
  ['another currency', good.replaceAll('EUR', 'DEM'), 'foreign_currency', 4],
  ['an end that is missing', good.slice(0, good.indexOf(':62F:')), 'truncated', 8],
  ['a second beginning', good.replace(/:62F:.*\r\n/, '').concat(good), 'no_closing', 1],
  ['a line that is none', good.replace(':61:2611201120CR480,00', ':61:what'), 'bad_line', 5],
  ['a day that is none', good.replace(':61:2611201120C', ':61:2611311120C'), 'bad_day', 5],
  ['no opening balance', good.replace(/:60F:.*\r\n/, ''), 'no_opening', 1],
  ['no account', good.replace(/:25:.*\r\n/, ''), 'no_account', 1],
  ['lines before any statement', ':61:1811261126CR\r\n30,00N062NONREF\r\n', 'line_outside', 1],
]
test.each(refusals)('refuses %s', async (_name, file, code, at) => {
  expect((await refusalOf(file)).slice(0, 2)).toEqual([code, at])
})
