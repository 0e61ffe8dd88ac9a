import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { camt, endsIn, linesIn, partsOf, refusalOf } from '#test/statements.ts'

const headings =
  'Buchungstag;Wertstellung;Beguenstigter/Zahlungspflichtiger;IBAN;Verwendungszweck;Betrag;Währung;Saldo nach Buchung'
const rows = [
  '20.11.2026;20.11.2026;"Förderkreis; Kita";DE02 1203 0000 0000 2020 51;Spende Kletterwand;1.480,00;EUR;2.480,00',
  '19.11.26;;Sparkasse;;Entgelt;-12,90;EUR;1.000,00',
]
const good = ['Umsätze Girokonto', 'Konto;DE89370400440532013000', '', headings, ...rows].join('\r\n')

test('reads headings below a preamble, mixed day formats, German amounts, newest first, with a BOM', async () => {
  const parts = await partsOf(`\ufeff${good}`)
  expect(linesIn(parts).map((line) => [line.booked_on, line.amount_cents, line.name, line.iban])).toEqual([
    ['2026-11-20', 148_000, 'Förderkreis; Kita', 'DE02120300000000202051'],
    ['2026-11-19', -1290, 'Sparkasse', ''],
  ])
  expect(endsIn(parts)[0]).toMatchObject({
    opening_cents: 101_290,
    closing_cents: 248_000,
    from: '2026-11-19',
    to: '2026-11-20',
  })
  expect(linesIn(await partsOf(Buffer.from(good, 'latin1')))[0]!.name).toBe('Förderkreis; Kita')
})

test('without a balance column the balances are unknown, which a note mentions', async () => {
  const [end] = endsIn(await partsOf('Datum;Betrag;Name\n1.2.2026;5,00;A\n'))
  expect(end).toMatchObject({ opening_cents: null, closing_cents: null, notes: ['balance_not_in_file'] })
})

test('reads separate columns for debit and credit', async () => {
  const parts = await partsOf('Datum;Soll;Haben;Name\n1.2.2026;5,00;;A\n2.2.2026;;7,00;B\n')
  expect(linesIn(parts).map((line) => line.amount_cents)).toEqual([-500, 700])
})

test('a saved mapping reads unknown headings', async () => {
  const file = 'Wann;Wieviel;Wer\n1.2.2026;5,00;A\n'
  expect(await refusalOf(file)).toEqual([
    'no_columns',
    1,
    { headings: 'Wann · Wieviel · Wer', cells: '["Wann","Wieviel","Wer"]' },
  ])
  const columns = { booked_on: 0, amount: 1, name: 2 }
  const saved = {
    layouts: [{ title: 'Haus', account: 7, headings: ['Wann', 'Wieviel', 'Wer'], columns }],
    account: null,
  }
  expect(linesIn(await partsOf(file, saved)).map((line) => [line.amount_cents, line.name])).toEqual([
    [500, 'A'],
  ])
})

test('a file without headings is read by a saved layout with equally many columns', async () => {
  const columns = { booked_on: 1, amount: 3, name: 0 }
  const saved = {
    layouts: [{ title: 'Bare', account: 7, headings: ['', '', '', ''], columns }],
    account: null,
  }
  const file = 'Ulf;20.11.2026;x;1.000\nEva;19.11.2026;y;-5,00\n'
  const parts = await partsOf(file, saved)
  expect(linesIn(parts).map((line) => [line.name, line.amount_cents])).toEqual([
    ['Ulf', 100_000],
    ['Eva', -500],
  ])
  expect(parts[0]).toMatchObject({ kind: 'begin', account: null, layout_account: 7 })
  expect((await refusalOf('Ulf;x;20.11.2026;1.000\n', saved))[0]).toBe('no_columns')
})

test('finds moved columns of a saved layout while half of the headings are unchanged', async () => {
  const saved = {
    layouts: [
      {
        title: 'Haus',
        account: 7,
        headings: ['Wann', 'Was', 'Wer'],
        columns: { booked_on: 0, amount: 1, name: 2 },
      },
    ],
    account: 7,
  }
  const parts = await partsOf('Wer;Wann;Ort;Was\nUlf;20.11.2026;Linz;6,00\n', saved)
  expect(linesIn(parts)[0]).toMatchObject({ name: 'Ulf', amount_cents: 600 })
  expect(endsIn(parts)[0]!.notes).toContain('layout_changed:Haus')
  // A heading that appears twice or is missing identifies no column.
  for (const headings of ['Wer;Wann;Was;Was', 'Wer;Wann;Ort;Summe', 'A;B;C;D;Wer;Wann;Was'])
    expect((await refusalOf(`${headings}\nUlf;20.11.2026;5,00;6,00\n`, saved)).slice(0, 2)).toEqual([
      'layout_changed',
      1,
    ])
})

const refusals: [string, string, string, number][] = [
  ['a running balance that breaks', good.replace('1.000,00', '1.000,01'), 'wrong_running_balance', 6],
  ['another currency', good.replace('-12,90;EUR', '-12,90;CHF'), 'foreign_currency', 6],
  ['a day that is none', good.replace('19.11.26', '31.11.26'), 'bad_day', 6],
  ['an amount that is none', good.replace('-12,90', 'zwölf'), 'bad_amount', 6],
  ['a table without lines', headings, 'no_statements', 1],
]
test.each(refusals)('refuses %s', async (_name, file, code, at) => {
  expect((await refusalOf(file)).slice(0, 2)).toEqual([code, at])
})

test('reads a ZIP of several files, names the one it refuses, and refuses nested ZIPs and bombs', async () => {
  const first = camt([{ lines: [{ cents: 100 }], number: '1' }])
  const second = camt([{ lines: [{ cents: 200 }], opening: 100, number: '2' }])
  const zip = (files: Record<string, string | Uint8Array>) =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])))
  const parts = await partsOf(zip({ 'a.xml': first, 'b/c.xml': second, '__MACOSX/._a.xml': 'x' }))
  expect(linesIn(parts).map((line) => [line.amount_cents, line.file])).toEqual([
    [100, 'a.xml'],
    [200, 'b/c.xml'],
  ])
  const [code, , parameters] = await refusalOf(
    zip({ 'a.xml': first, 'c.xml': second.replace('<Cd>CLBD', '<Cd>X') }),
  )
  expect([code, parameters['file']]).toEqual(['no_closing', 'c.xml'])
  expect((await refusalOf(zip({ 'a.zip': zip({ 'a.xml': first }) })))[0]).toBe('nested_archive')
  expect((await refusalOf(zip({ 'a.xml': '0'.repeat(20_000_000) })))[0]).toBe('archive_too_large')
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`${at}.xml`, first]))
  expect((await refusalOf(zip(many)))[0]).toBe('archive_too_large')
  expect((await refusalOf(zip({})))[0]).toBe('no_statements')
  expect((await refusalOf(zip({ 'a.xml': first }).subarray(0, 100)))[0]).toBe('bad_archive')
  expect((await refusalOf(''))[0]).toBe('empty_file')
  expect((await refusalOf('%PDF-1.7'))[0]).toBe('unsupported_kind')
})
