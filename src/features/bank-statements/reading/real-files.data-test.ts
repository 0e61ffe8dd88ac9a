import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { camt, endsIn, linesIn, partsOf, refusalOf } from '#test/statements.ts'

// Files of banks and the ISO schemas lie beside the checkout with the other real files.
const data = join(import.meta.dirname, '../../../../../shared/data')
const file = (name: string) => readFileSync(join(data, 'bank', name))

const valid = async (contents: string, version: string) => {
  const name = `camt.053.001.${version}.xsd`
  const { errors } = await validateXML({
    xml: [{ fileName: 'file.xml', contents }],
    schema: [{ fileName: name, contents: readFileSync(join(data, 'schemas', name), 'utf8') }],
  })
  return errors.map((error) => error.message)
}

// Every file there is: read, or refused with the reason at the line.
const said: Record<string, [number] | [string, number]> = {
  'camt053-v2-german.xml': [5],
  'camt053-v2-minimal.xml': ['foreign_currency', 60],
  'camt053-v8.xml': ['foreign_currency', 80],
  'datev-EXTF_Buchungsstapel.csv': ['datev_batch', 1],
  'donations-bank-export-bom-mixed-dates.csv': [30],
  'mt940-german.sta': ['foreign_currency', 4],
  'mt940-iso8859-1.sta': ['bad_day', 15],
  'mt940-sparkasse.sta': ['beginning_missing', 1],
}

test('each file there is has its test', () => {
  expect(readdirSync(join(data, 'bank')).toSorted()).toEqual(Object.keys(said))
})

test.each(Object.entries(said))('%s: %j', async (name, [what, line]) => {
  if (typeof what === 'string') expect((await refusalOf(file(name))).slice(0, 2)).toEqual([what, line])
  else expect(linesIn(await partsOf(file(name)))).toHaveLength(what)
})

test('a German CAMT file is read to the cent, its batch payment by payment; where the bank breaks the schema is named', async () => {
  const name = 'camt053-v2-german.xml'
  const parts = await partsOf(file(name))
  expect(linesIn(parts).map((line) => line.amount_cents)).toEqual([-200, -300, 100, -350, -250])
  // By the schema an entry begins with its reference; this bank puts it behind the amount, and is read all the same.
  const [broken] = await valid(file(name).toString(), '02')
  expect(broken).toMatch(/NtryRef': This element is not expected\. Expected is \( \S*CdtDbtInd \)/)
  const at =
    file(name)
      .toString()
      .split('\n')
      .findIndex((line) => line.includes('<NtryRef>')) + 1
  expect(endsIn(parts)[0]).toMatchObject({
    opening_cents: 3306,
    closing_cents: 2306,
    notes: ['opening_from_previous', `out_of_order:NtryRef:${at}`],
  })
})

test.each([
  ['camt053-v2-minimal.xml', '02'],
  ['camt053-v8.xml', '08'],
])('%s holds to its schema', async (name, version) => {
  expect(await valid(file(name).toString(), version)).toEqual([])
})

test('a closing balance in another currency is refused at its line', async () => {
  expect(await refusalOf(file('camt053-v2-minimal.xml'))).toEqual([
    'foreign_currency',
    60,
    { currency: 'SEK' },
  ])
  const [code, line] = await refusalOf(file('camt053-v8.xml'))
  expect(code).toBe('foreign_currency')
  expect(file('camt053-v8.xml').toString().split('\n')[line! - 1]).toContain('SEK')
})

test('MT940: other currencies, and a statement without a beginning, are refused at their line', async () => {
  expect(await refusalOf(file('mt940-german.sta'))).toEqual(['foreign_currency', 4, { currency: 'DEM' }])
  expect((await refusalOf(file('mt940-sparkasse.sta'))).slice(0, 2)).toEqual(['beginning_missing', 1])
})

test('MT940 in ISO-8859-1 has its umlauts; its November 31st is refused at its line', async () => {
  const text = file('mt940-iso8859-1.sta')
  expect(await refusalOf(text)).toEqual(['bad_day', 15, { text: '021131' }])
  const mended = Buffer.from(text.toString('latin1').replace('021131', '021130'), 'latin1')
  const parts = await partsOf(mended)
  expect(linesIn(parts).map((line) => [line.amount_cents, line.name])).toEqual([
    [-80_000, 'MUELLER'],
    [300_000, 'MÜLLER'],
  ])
  expect(endsIn(parts)[0]).toMatchObject({ opening_cents: 218_795, closing_cents: 438_795 })
})

test('a bank’s CSV with a BOM and four spellings of days is read', async () => {
  const parts = await partsOf(file('donations-bank-export-bom-mixed-dates.csv'))
  expect(linesIn(parts)).toHaveLength(30)
  expect(linesIn(parts)[0]).toMatchObject({
    booked_on: '2024-01-26',
    name: 'Julia Weber',
    amount_cents: 86_888,
    text: 'Spende 2024',
  })
})

test('a table of bookkeeping is no statement', async () => {
  expect((await refusalOf(file('datev-EXTF_Buchungsstapel.csv')))[0]).toBe('datev_batch')
})

test.each(['02', '03', '04', '08'])(
  'the statements our tests make are CAMT.053.001.%s by its schema',
  async (version) => {
    const made = camt(
      [
        {
          lines: [
            { cents: 100, iban: 'DE02120300000000202051', reference: 'E1', bankReference: 'B1' },
            { cents: -5 },
          ],
          opening: -3,
        },
      ],
      version,
    )
    expect(await valid(made, version)).toEqual([])
  },
)
