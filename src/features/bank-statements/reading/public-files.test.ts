import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endsIn, linesIn, partsOf } from '#test/statements.ts'

// Files as banks write them, each with its expected result.

const read = (name: string) =>
  partsOf(readFileSync(join(import.meta.dirname, '../../../../test/bank-files', name)))
const lines = async (name: string) => linesIn(await read(name))

test("an empty payment amount falls back to the entry's amount", async () => {
  const parts = await read('camt-02-empty-amount-in-detail.xml')
  expect(linesIn(parts).map((line) => line.amount_cents)).toEqual([5_000])
  expect(endsIn(parts)[0]!.notes).toEqual(['batch_not_itemized'])
})

test('a return reason is kept as the bank writes it', async () => {
  const [line] = await lines('camt-06-return-reason.xml')
  expect(line).toMatchObject({ text: 'AC04 KONTO AUFGELOEST', reference: 'AZ-2026-0425' })
})

test('a structured text becomes the purpose', async () => {
  const [line] = await lines('camt-08-strd-additional.xml')
  expect(line!.text).toBe('Spende fuer den Lesegarten PS-2026-0872')
})

test('ISO-8859-15 includes the euro sign', async () => {
  const [line] = await lines('camt-12-iso-8859-15.xml')
  expect([line!.text, line!.name]).toEqual(['5 € für Bänke', 'Jürgen Größmann'])
})

test("a statement's period is that of its lines and balances", async () => {
  const [end] = endsIn(await read('camt-14-no-details-wide-period.xml'))
  expect(end).toMatchObject({ from: '2026-11-20', to: '2026-11-20', closing_cents: 550 })
})

test('reads no line from the fields after the closing balance of MT940', async () => {
  const [line, ...others] = await lines('mt-01-fields-after-62f.sta')
  expect(others).toEqual([])
  expect(line).toMatchObject({ amount_cents: 3_509, name: 'GERDA WINKELMANN', text: 'Spende Lesegarten' })
})

test('bank keywords repeated by the sender stay in the purpose', async () => {
  const [line] = await lines('mt-08-repeated-tags-in-text.sta')
  expect(line).toMatchObject({
    reference: 'AZ-2026-0412',
    text: 'Zuschuss Lindenhof Unser Verein EREF: AZ-2026-0412 MREF: 27 CRED: DE47ZZZ00012345678 IBAN: DE69280123450012345670 BIC: GENODEF1WDH',
  })
})

test('a booking of 0,00 continues the text of the one before', async () => {
  const [fee, gift, ...others] = await lines('mt-09-zero-amount-continuation.sta')
  expect(others).toEqual([])
  expect([fee!.amount_cents, gift!.amount_cents]).toEqual([-450, 2_000])
  expect(fee!.text).toMatch(
    /^Abrechnung 20\.11\.2026 Information zur Abrechnung Kontostand am .*Seite 2 der Abrechnung$/,
  )
})

test('keeps a question mark with digits that the sender wrote', async () => {
  const [line] = await lines('mt-12-question-mark-in-text.sta')
  expect(line!.text).toBe('Lesegarten noch moeglich am Samstag?20 Euro anbei')
})

test('joins a name in two parts', async () => {
  expect((await lines('mt-16-name-in-two-parts.sta')).map((line) => line.name)).toEqual([
    'Buergerverein Alt-Treptow e.V. gemeinnuetzig',
    'Foerderverein der Grundschule am Park e.V.',
  ])
})

test('reads a line with a line break after its credit mark', async () => {
  expect((await lines('mt-20-line-break-after-mark.sta'))[0]).toMatchObject({
    amount_cents: 3_000,
    name: 'ULF PETERSEN',
  })
})

test('extracts name and IBAN from a text with all details', async () => {
  const [gift, fee] = await lines('csv-06-commerzbank.csv')
  expect(gift).toMatchObject({
    amount_cents: 110_000,
    name: 'Ulf Petersen',
    iban: 'DE80876543210000009015',
    reference: '',
  })
  expect(gift!.text).toContain('Spende Lesegarten PS-2026-0876')
  expect(fee).toMatchObject({
    amount_cents: -1_070,
    name: '',
    iban: '',
    text: 'Kontoführung Grundpreis 9,90- EUR',
  })
})
