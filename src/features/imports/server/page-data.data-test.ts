import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importApp } from '#test/import-app.ts'

// Runs real files through the page's calls: upload, a person's answers, check. At most three answers concern the
// mapping.
const folder = join(import.meta.dirname, '../../../../../shared/data')
const imports = importApp()

async function counted(name: string, ...clicks: Record<string, unknown>[]) {
  expect(clicks.length).toBeLessThanOrEqual(3)
  const { body } = await imports.upload(await readFile(join(folder, name)), name)
  for (const click of clicks)
    expect((await imports.staff.patch(`/api/v4/imports/${body.id}/`, click)).status).toBe(200)
  const checked = await imports.act(body.id as number, 'check')
  expect(checked.state).toBe('checked')
  const { counts, column_question, currency_question, to_confirm } = checked
  const cents = counts.years.reduce((sum: number, year: { cents: number }) => sum + year.cents, 0)
  return { ...counts, cents, questions: [column_question, currency_question, ...to_confirm].filter(Boolean) }
}

test('Berlin: needs no answers', async () => {
  expect(await counted('berlin/zuwendungen-berlin-vereine-2016-2017.csv')).toMatchObject({
    rows: 3_605,
    refused: 0,
    organizations: { new: 821 },
    years: [
      { year: 2016, gifts: 1_754, cents: 20_226_103_400 },
      { year: 2017, gifts: 1_851, cents: 23_117_192_400 },
    ],
    questions: [],
  })
})

test('Linz: needs the currency, the good rows, and that each of them is an organization', async () => {
  const clicks = [
    { currency: 'EUR' },
    { partial: true },
    { confirmed: ['many_organizations', 'alike_names'] },
  ]
  expect(await counted('linz/Subventionsbericht_Linz_2014.csv', ...clicks)).toMatchObject({
    rows: 600,
    refused: 3,
    refused_by: [
      { code: 'amount_negative', rows: 2 },
      { code: 'amount_not_positive', rows: 1 },
    ],
    gifts: { new: 597 },
    questions: [],
  })
})

test("Linz: reversals of gifts in earlier years' files are reported as such", async () => {
  const found = await counted(
    'linz/Subventionsbericht_Linz_2014.csv',
    { currency: 'EUR' },
    { reversals: true },
  )
  expect(found).toMatchObject({
    refused: 3,
    refused_by: [{ code: 'reversal_without_gift', rows: 2 }, { rows: 1 }],
  })
})

test('companies: needs the currency, and one project per organization and year', async () => {
  const name = 'companies/firmenspenden-2011.tsv'
  const lines = (await readFile(join(folder, name), 'utf8')).trim().split('\n').slice(1)
  const sum = lines.reduce(
    (cents, line) => cents + Math.round(Number(line.trim().split('\t').at(-1)) * 100),
    0,
  )
  const found = await counted(
    name,
    { currency: 'EUR' },
    { project_per_year: true },
    { confirmed: ['alike_names'] },
  )
  expect(found).toMatchObject({ rows: 116, refused: 0, gifts: { new: 116 }, cents: sum, questions: [] })
})

test('contributions: needs only paid ones, a rate, and a project for each collective', async () => {
  const name = 'opencollective/contributions.csv'
  const skip = [{ column: 3, test: 'is_not', text: 'PAID' }]
  const values = { project_title: { parts: [{ column: 9 }], join: '' } }
  const found = await counted(name, { skip }, { values }, { rates: { USD: '1' } })
  expect(found.rows + found.left_out.skipped).toBe(458)
  expect(found.questions).toEqual([])
  // Rows without an organization are gifts of persons whose names were removed from the file.
  expect(found.refused_by).toMatchObject([{ field: 'organization_title', code: 'missing' }])
  expect(found.gifts.new + found.refused).toBe(found.rows)
})

test('360Giving: needs a rate', async () => {
  expect(
    await counted('grants360/andrew-lloyd-webber-foundation.json', { rates: { GBP: '1' } }),
  ).toMatchObject({
    rows: 475,
    refused: 0,
    organizations: { new: 287 },
    cents: 2_175_779_327,
    questions: [],
  })
})
