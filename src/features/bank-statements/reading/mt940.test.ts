import { expect, test } from 'vitest'
import { endsIn, houseIban, linesIn, mt940, partsOf, refusalOf } from '#test/statements.ts'
import { readPurpose } from './mt940-purpose.ts'

const line = {
  cents: 48_000,
  name: 'Förderkreis Kita',
  iban: 'DE02120300000000202051',
  text: 'Spende für die Kletterwand am Weiher',
  reference: 'PS-2026-0001',
}
const good = mt940({ lines: [line, { cents: -1290, name: 'Sparkasse', text: 'Entgelt' }], opening: 1000 })

test('reads name, IBAN, reference and text from subfields, and keeps the balances', async () => {
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

test('also reads Windows-1252, old account numbers, line feeds and an envelope', async () => {
  const latin = Buffer.from(good.replace(`:25:${houseIban}`, ':25:37040044/0532013000'), 'latin1')
  const parts = await partsOf(latin)
  expect(parts[0]).toMatchObject({ account: { bank_code: '37040044', number: '0532013000' } })
  expect(linesIn(parts)[0]!.name).toBe('Förderkreis Kita')
  expect(linesIn(await partsOf(good.replaceAll('\r\n', '\n')))).toHaveLength(2)
  expect(linesIn(await partsOf(`{1:F01X}{2:O940}{4:\r\n${good}-}\r\n`))).toHaveLength(2)
})

test('RC reverses a credit and RD a debit, and the booking day is the one closest to the value day', async () => {
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

test('reads several statements in one file, each with its own balances', async () => {
  const parts = await partsOf(good + mt940({ lines: [{ cents: 5 }], opening: 47_710, number: '48/2026' }))
  expect(endsIn(parts).map((end) => end.closing_cents)).toEqual([47_710, 47_715])
})

test("keeps the sender's text, whatever it looks like", () => {
  const text = (...lines: string[]) => readPurpose(lines).text
  expect(text('166?00GUTSCHRIFT?20Danke?25 Euro fuer?21 die Kita?32EVA')).toBe('Danke?25 Euro fuer die Kita')
  expect(text('166?20Spende?21 Euro sind?21viel?31DE02120300000000202051')).toBe('Spende?21 Euro sind viel')
  // After a full part the sender has no room for a mark, so it is the bank's repetition.
  expect(text('166?20Fuer die Kinder der Gruppe1?21und zwei?20ABCDEFGHIJKLMNOPQRSTUVWXYZA?20am Ende')).toBe(
    'Fuer die Kinder der Gruppe1und zwei?20ABCDEFGHIJKLMNOPQRSTUVWXYZAam Ende',
  )
  expect(text('166?20Bitte IBAN: DE12 und?21IBAN: DE13 nehmen?32EVA')).toBe(
    'Bitte IBAN: DE12 und IBAN: DE13 nehmen',
  )
  expect(text('166?20SVWZ+Spende BIC+ hier, EREF+ dort')).toBe('Spende BIC+ hier, EREF+ dort')
  expect(text('166?20Vorab gesagt?21EREF+E1?22SVWZ+Danke')).toBe('Vorab gesagt Danke')
  expect(text('166?20Danke?38Noch etwas?40und mehr?60am Schluss')).toBe(
    'Danke am Schluss Noch etwas und mehr',
  )
  expect(text('166?20EREF: E1 MREF: M1 fuer die Kita?32EVA')).toBe('fuer die Kita')
})

test('reads account holder and ultimate debtor, references and return reasons', () => {
  expect(readPurpose(['166?20EREF+E1?21ABWA+Renate Albers?22SVWZ+Danke?32SAMMELSTELLE'])).toMatchObject({
    name: 'SAMMELSTELLE',
    text: 'Danke ABWA+Renate Albers',
    reference: 'E1',
  })
  expect(readPurpose(['166?20ABWA+Renate Albers?21SVWZ+Danke'])).toMatchObject({
    name: 'Renate Albers',
    text: 'Danke',
  })
  expect(readPurpose(['166?20SVWZ+Danke?21IBAN+DE02120300000000202051?22KREF+K 1?31202051'])).toMatchObject({
    iban: 'DE02120300000000202051',
    text: 'Danke',
    reference: 'K 1',
  })
  expect(readPurpose(['109?00RUECKLASTSCHRIFT?20SVWZ+Beitrag?34912'])).toMatchObject({
    booking: 'RUECKLASTSCHRIFT 912',
  })
})

test('reads the field :NS: of some banks, before the lines and after each', async () => {
  const own = ':NS:01Spende fuer die\r\n02Kletterwand\r\n15RENATE ALBERS\r\n17GUTSCHRIFT\r\n1899\r\n'
  const file = good
    .replace(':60F:', ':NS:22Verein\r\n:60F:')
    .replace(/:86:.*Kletter.*\r\n/, own)
    .replace(/(:86:.*Entgelt.*\r\n)/, '$1:NS:01noch ein Wort\r\n')
  expect(linesIn(await partsOf(file)).map(({ name, text, booking }) => [name, text, booking])).toEqual([
    ['RENATE ALBERS', 'Spende fuer die Kletterwand', 'GUTSCHRIFT'],
    ['Sparkasse', 'Entgelt noch ein Wort', 'GUTSCHRIFT'],
  ])
})

test('no text is lost with a missing booking type, a blank line or more text after the line', async () => {
  const file = good.replace('N166NONREF', 'NONREF\r\n/OCMT/USD5,00/').replace('Entgelt', '\r\n\r\nEntgelt')
  expect(linesIn(await partsOf(file)).map(({ text, booking }) => [text, booking])).toEqual([
    ['Spende für die Kletterwand am Weiher', 'GUTSCHRIFT /OCMT/USD5,00/'],
    ['Entgelt', 'GUTSCHRIFT'],
  ])
})

test('an invalid booking day is replaced by the value day, with a note on the statement', async () => {
  const parts = await partsOf(good.replace(':61:2611201120C', ':61:2611209999C'))
  expect(linesIn(parts)[0]!.booked_on).toBe('2026-11-20')
  expect(endsIn(parts)[0]!.notes).toEqual(['odd_part:61:5'])
})

test('reads plain text without subfields, and SEPA keywords cut anywhere', () => {
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
  ['lines before any statement', ':61:1811261126CR\r\n30,00N062NONREF\r\n', 'beginning_missing', 1],
  ['what is cut off before :20:', good.slice(good.indexOf(':25:')), 'beginning_missing', 1],
  ['what is cut off before :25:', good.slice(good.indexOf(':28C:')), 'beginning_missing', 1],
  ['what begins inside a text', good.slice(good.indexOf('erwand')), 'beginning_missing', 1],
  ['MT942', good.replace(/:60F:.*\r\n/, ':34F:EUR0,\r\n:13D:2611201800+0100\r\n'), 'mt942', 4],
]
test.each(refusals)('refuses %s', async (_name, file, code, at) => {
  expect((await refusalOf(file)).slice(0, 2)).toEqual([code, at])
})

test("before the closing balance, a dash alone on a line belongs to a payment's text", async () => {
  const words = `${'a'.repeat(60)} bis 12-`
  const file = [
    ':20:A',
    `:25:${houseIban}`,
    ':28C:1',
    ':60F:C261119EUR0,00',
    ':61:2611201120CR5,00NTRFNONREF',
    `:86:${words.slice(0, 67)}`,
    words.slice(67),
    ':62F:C261120EUR5,00',
    '-',
    '',
  ].join('\r\n')
  expect(words.slice(67)).toBe('-')
  expect(linesIn(await partsOf(file)).map(({ text }) => text.replaceAll(' ', ''))).toEqual([
    words.replaceAll(' ', ''),
  ])
})
