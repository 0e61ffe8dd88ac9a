import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { groupSpellings } from '../identity.ts'
import { type ImportRow, readRow, type Refusal, type RowChoices } from '../rules.ts'
import { addEvidence, noEvidence } from '../columns/evidence.ts'
import { grants360Mapping } from './grants360.ts'
import { readInSandbox } from './in-sandbox.ts'
import { guessMapping } from '../columns/mapping.ts'

const folder = join(import.meta.dirname, '../../../../../shared/data')

async function readFile(name: string, choices?: RowChoices) {
  const batches = await Array.fromAsync(readInSandbox(join(folder, name)))
  const { facts } = batches.at(-1)!
  const all = batches.flatMap((batch) => batch.rows)
  const mapping = facts.kind === 'grants360' ? grants360Mapping : guessMapping(all.slice(0, 200))
  const body = mapping.header ? all.slice(1) : all
  const evidence = noEvidence()
  for (const row of body) addEvidence(evidence, mapping, row.cells)
  const rows: ImportRow[] = []
  const refused: Refusal[] = []
  for (const row of body) {
    const result = readRow(mapping, evidence, row, choices)
    if ('ok' in result) rows.push(result.ok)
    else refused.push(...result.refused)
  }
  return { facts, mapping, body, rows, refused }
}

function organizationsOf(rows: ImportRow[]) {
  const names = Map.groupBy(rows, ({ organization }) => organization.key)
  return [...names.values()].flatMap((namesakes) =>
    groupSpellings(
      [],
      namesakes.map(({ organization }) => organization),
    ),
  )
}

const cents = (rows: ImportRow[], year?: number) =>
  rows.reduce((sum, { gift }) => sum + (gift && (!year || gift.year === year) ? gift.amount_cents : 0), 0)

describe('real files', () => {
  test('Berlin: 3,605 rows, 821 organizations, totals per year to the euro', async () => {
    const { facts, rows, refused } = await readFile('berlin/zuwendungen-berlin-vereine-2016-2017.csv')
    expect(facts).toEqual({ kind: 'csv', encoding: 'utf-8', separator: ',' })
    expect([rows.length, refused.length]).toEqual([3_605, 0])
    expect(organizationsOf(rows)).toHaveLength(821)
    expect([cents(rows, 2016), cents(rows, 2017)]).toEqual([20_226_103_400, 23_117_192_400])
  })

  test('Linz: German amounts; two negative ones and a zero are refused by name', async () => {
    const { rows, refused } = await readFile('linz/Subventionsbericht_Linz_2014.csv')
    expect(rows).toHaveLength(597)
    expect(refused).toEqual(
      ['amount_not_positive', 'amount_negative', 'amount_negative'].map((code) => ({
        field: 'amount',
        code,
      })),
    )
  })

  test('360Giving: 475 grants to 287 recipients, to the penny, when its currency is accepted', async () => {
    const name = 'grants360/andrew-lloyd-webber-foundation.json'
    const { rows, refused } = await readFile(name, { currencies: ['GBP'] })
    expect([rows.length, refused.length]).toEqual([475, 0])
    expect(organizationsOf(rows)).toHaveLength(287)
    expect(cents(rows)).toBe(2_175_779_327)
    expect(rows.filter((row) => row.gift!.amount_cents < row.applied_cents!)).toHaveLength(80)
    expect((await readFile(name)).refused).toHaveLength(475)
  })

  test('a bank export: BOM, decimal commas, four date formats', async () => {
    const { facts, rows, refused } = await readFile('bank/donations-bank-export-bom-mixed-dates.csv')
    expect(facts).toEqual({ kind: 'csv', encoding: 'utf-8', separator: ';' })
    expect([rows.length, refused.length]).toEqual([30, 0])
    expect(rows.every((row) => row.gift!.date?.startsWith('2024-'))).toBe(true)
  })

  test('comments and no header: only columns proved by cells are guessed', async () => {
    const { mapping, body } = await readFile('csv/spenden-commented-semicolon.csv')
    expect(body).toHaveLength(5)
    expect(mapping).toMatchObject({
      header: false,
      columns: { organization_postcode: 4, amount: 5, date: 6 },
    })
  })

  test('tabs, decimal points, 22 languages; not UTF-8', async () => {
    const companies = await readFile('companies/firmenspenden-2011.tsv')
    expect([companies.facts.separator, companies.body.length]).toEqual(['\t', 116])
    const names = await readFile('names/organization-names-multilingual.csv')
    expect([names.rows.length, names.refused.length]).toEqual([256, 0])
    const datev = await readFile('bank/datev-EXTF_Buchungsstapel.csv')
    expect(datev.facts).toEqual({ kind: 'csv', encoding: 'windows-1252', separator: ';' })
    expect(datev.body[1]!.cells).toContain('Gegenkonto (ohne BU-Schlüssel)')
  })
})
