import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { camt, endsIn, linesIn, partsOf, refusalOf } from '#test/statements.ts'

// Bank files and the ISO schemas are kept beside the checkout with the other real files.
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

// Expected result of every file: read, or refused with reason and line.
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

test('every existing file has a test', () => {
  expect(readdirSync(join(data, 'bank')).toSorted()).toEqual(Object.keys(said))
})

test.each(Object.entries(said))('%s: %j', async (name, [what, line]) => {
  if (typeof what === 'string') expect((await refusalOf(file(name))).slice(0, 2)).toEqual([what, line])
  else expect(linesIn(await partsOf(file(name)))).toHaveLength(what)
})

test("a German CAMT file is read to the cent with its batch payment by payment, and the bank's schema violation is named", async () => {
  const name = 'camt053-v2-german.xml'
  const parts = await partsOf(file(name))
  expect(linesIn(parts).map((line) => line.amount_cents)).toEqual([-200, -300, 100, -350, -250])
  // In the schema an entry begins with its reference; this bank puts it after the amount, which is accepted.
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
])('%s is valid against its schema', async (name, version) => {
  expect(await valid(file(name).toString(), version)).toEqual([])
})

test('a closing balance in another currency is refused with its line', async () => {
  expect(await refusalOf(file('camt053-v2-minimal.xml'))).toEqual([
    'foreign_currency',
    60,
    { currency: 'SEK' },
  ])
  const [code, line] = await refusalOf(file('camt053-v8.xml'))
  expect(code).toBe('foreign_currency')
  expect(file('camt053-v8.xml').toString().split('\n')[line! - 1]).toContain('SEK')
})

test('MT940 in other currencies, or without a beginning, is refused with its line', async () => {
  expect(await refusalOf(file('mt940-german.sta'))).toEqual(['foreign_currency', 4, { currency: 'DEM' }])
  expect((await refusalOf(file('mt940-sparkasse.sta'))).slice(0, 2)).toEqual(['beginning_missing', 1])
})

test('MT940 in ISO-8859-1 keeps its umlauts, and its November 31 is refused with its line', async () => {
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

test('reads a bank’s CSV with a BOM and four date formats', async () => {
  const parts = await partsOf(file('donations-bank-export-bom-mixed-dates.csv'))
  expect(linesIn(parts)).toHaveLength(30)
  expect(linesIn(parts)[0]).toMatchObject({
    booked_on: '2024-01-26',
    name: 'Julia Weber',
    amount_cents: 86_888,
    text: 'Spende 2024',
  })
})

test('a bookkeeping table is not accepted as a statement', async () => {
  expect((await refusalOf(file('datev-EXTF_Buchungsstapel.csv')))[0]).toBe('datev_batch')
})

test.each(['02', '03', '04', '08'])(
  'statements made by the tests are valid CAMT.053.001.%s',
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
