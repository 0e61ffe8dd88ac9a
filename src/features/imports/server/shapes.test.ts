import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { importApp } from '#test/import-app.ts'

const imports = importApp()

const part = (column: number) => ({ parts: [{ column }], join: '' })
const change = (id: number, body: unknown) => imports.staff.patch(`/api/v4/imports/${id}/`, body)

async function imported() {
  const { projects, gifts, organizations } = await imports.everything()
  return {
    organizations: organizations.map(({ title, postcode, city }) => [title, postcode, city]),
    projects: projects.map(({ organization_title, title, funded_cents }) => [
      organization_title,
      title,
      funded_cents,
    ]),
    gifts: gifts.map(({ amount_cents, received_on }) => [amount_cents, received_on]),
  }
}

describe('fields built from columns', () => {
  test('a constant, one column in two fields, two columns in one, and parts of a column', async () => {
    const id = await imports.uploaded(
      [
        'Verein;Sitz;Stand;Was;Nr;Betrag',
        'Chor;10967 / Berlin;2019-07-01;Noten;7;5,00',
        'TSV;/ Ulm;2019-08-01;Tore;8;6',
      ],
      { columns: ['organization_title', null, 'date', null, null, 'amount'] },
    )
    const values = {
      year: { parts: [{ column: 2, slice: { from: 1, length: 4 } }], join: '' },
      organization_postcode: { parts: [{ column: 1, split: { separator: '/', part: 1 } }], join: '' },
      organization_city: { parts: [{ column: 1, split: { separator: '/', part: -1 } }], join: '' },
      project_title: { parts: [{ column: 3 }, { column: 4 }], join: ' ' },
      external_id: part(4),
      funder: { parts: [{ constant: 'Senat' }], join: '' },
    }
    const answer = await change(id, { values })
    expect(answer.body.values).toEqual(values)
    expect((await imports.act(id, 'run')).state).toBe('done')
    expect(await imported()).toEqual({
      organizations: [
        ['Chor', '10967', 'Berlin'],
        ['TSV', '', 'Ulm'],
      ],
      projects: [
        ['Chor', 'Noten 7', 500],
        ['TSV', 'Tore 8', 600],
      ],
      gifts: [
        [500, '2019-07-01'],
        [600, '2019-08-01'],
      ],
    })
    expect((await imports.everything()).gifts[0]).toMatchObject({ note: 'Senat' })
  })

  test('an unknown column is rejected, and choosing a column replaces the built field', async () => {
    const id = await imports.uploaded(['Verein;Projekt;Betrag;Jahr', 'A;P;1;2019'])
    expect((await change(id, { values: { funder: part(4) } })).body).toEqual({
      values: ['The file has no such column'],
    })
    expect((await change(id, { skip: [{ column: 4, test: 'is', text: 'x' }] })).body).toEqual({
      skip: ['The file has no such column'],
    })
    expect((await change(id, { values: { funder: { parts: [] } } })).status).toBe(400)
    const made = await change(id, { values: { year: { parts: [{ constant: '2018' }], join: '' } } })
    expect(made.body.columns[3].field).toBe(null)
    const columns = ['organization_title', 'project_title', 'amount', 'year']
    const plain = await change(id, { columns })
    expect(plain.body.values).toEqual({})
    expect(plain.body.columns[3].field).toBe('year')
  })
})

test('without projects, one is created per organization and year, and recognized in another language', async () => {
  const lines = ['Verein;Betrag;Jahr', 'A;1;2018', 'A;2;2019', 'A;3;2019', 'B;4;2019']
  const refused = await imports.act(await imports.uploaded(lines), 'check')
  expect(refused.counts).toMatchObject({ refused: 4, refused_by: [{ code: 'amount_has_no_project' }] })
  const done = await imports.run(lines, { project_per_year: true })
  expect(done.state).toBe('done')
  expect((await imported()).projects).toEqual([
    ['A', 'Gifts 2018', 100],
    ['A', 'Gifts 2019', 500],
    ['B', 'Gifts 2019', 400],
  ])
  const again = await imports.uploaded(lines, { project_per_year: true })
  await imports.app.db
    .updateTable('imports')
    .set({ options: { partial: false, rates: {}, currency: 'EUR', funding_type: 1, language: 'sie_DE' } })
    .where('id', '=', again)
    .execute()
  expect((await imports.act(again, 'check')).counts).toMatchObject({
    projects: { new: 0, known: 3 },
    gifts: { new: 0, known: 4 },
  })
})

test('rules leave out rows; totals and blank lines are left out automatically; both are reported', async () => {
  const lines = [
    'Förderliste der Stadt;;;',
    'Stand 1.2.2020',
    'Verein;Projekt;Betrag;Status',
    'A;P;1;PAID',
    ';;;',
    'B;Q;2;CANCELLED',
    'Summe;;3;',
    'C;R;4;PAID',
    'Gesamt 2019:;;7;',
  ]
  const id = await imports.uploaded(lines, { year: 2019, keep_as: null })
  const detail = (await imports.staff.get(`/api/v4/imports/${id}/`)).body
  expect(detail).toMatchObject({ before: 2, header: true })
  expect(detail.columns.map((column: { name: string }) => column.name)).toEqual([
    'Verein',
    'Projekt',
    'Betrag',
    'Status',
  ])
  expect(detail.preview.map((row: { line: number }) => row.line)).toEqual([4, 6, 8])
  await change(id, { skip: [{ column: 3, test: 'is', text: 'cancelled' }] })
  const checked = await imports.act(id, 'check')
  expect(checked.counts).toMatchObject({
    rows: 2,
    refused: 0,
    left_out: { blank: 1, sums: 2, skipped: 1 },
    years: [{ year: 2019, cents: 500 }],
  })
  expect((await imports.act(id, 'run')).counts.left_out).toEqual({ blank: 1, sums: 2, skipped: 1 })
  const kept = await imports.act(await imports.uploaded(lines, { year: 2019, keep_sums: true }), 'check')
  expect(kept.counts).toMatchObject({ rows: 5, left_out: { blank: 1, sums: 0, skipped: 0 } })
})

test('a person can choose the header row', async () => {
  const id = await imports.uploaded(['a;b;c', 'Verein;Projekt;Betrag', 'A;P;1'], { before: 0, year: 2019 })
  expect((await imports.staff.get(`/api/v4/imports/${id}/`)).body.before).toBe(0)
  const moved = await change(id, { before: 1 })
  expect(moved.body).toMatchObject({
    before: 1,
    columns: [{ name: 'Verein' }, { name: 'Projekt' }, { name: 'Betrag' }],
  })
  expect((await imports.act(id, 'check')).counts).toMatchObject({ rows: 1, refused: 0 })
})

test('reads one sheet of a workbook, or all with the same header', async () => {
  const header = ['Verein', 'Projekt', 'Betrag', 'Jahr']
  const workbook = await writeXlsx({
    sheets: [
      { name: 'A & B', rows: [header, ['A', 'P', 1, 2018]] },
      { name: 'Notizen', rows: [['nur Text'], ['noch mehr']] },
      { name: 'Leer', rows: [] },
      { name: '2019', rows: [header, ['B', 'Q', 2, 2019], ['C', 'R', 3, 2019]] },
    ],
  })
  const upload = async (choice: Record<string, unknown>) => {
    const { body } = await imports.upload(workbook, 'a.xlsx')
    expect(body.sheets).toEqual(['A & B', 'Notizen', 'Leer', '2019'])
    expect((await change(body.id, { currency: 'EUR', ...choice })).status).toBe(200)
    return (await imports.act(body.id, 'check')).counts
  }
  expect(await upload({})).toMatchObject({ rows: 1, years: [{ year: 2018, cents: 100 }] })
  expect(await upload({ sheet: '2019' })).toMatchObject({ rows: 2, years: [{ year: 2019, cents: 500 }] })
  expect(await upload({ all_sheets: true })).toMatchObject({
    rows: 3,
    refused: 0,
    years: [
      { year: 2018, cents: 100 },
      { year: 2019, cents: 500 },
    ],
  })
})

describe('currency', () => {
  const lines = ['Verein;Projekt;Betrag;Jahr', 'A;P;1;2019']
  test('is asked for when neither header nor cells state it, and nothing is booked before', async () => {
    const { body } = await imports.upload(lines.join('\n'))
    expect(body).toMatchObject({ can_run: false, currency_question: { column: 'Betrag', currency: null } })
    const run = await imports.staff.post(`/api/v4/imports/${body.id}/run/`)
    expect([run.status, run.body.code]).toEqual([409, 'import_currency_open'])
    expect((await imports.everything()).gifts).toEqual([])
    expect((await change(body.id, { currency: 'EUR' })).body).toMatchObject({
      can_run: true,
      currency_question: null,
    })
    expect((await imports.act(body.id as number, 'run')).state).toBe('done')
  })
  test.each([
    [['Verein;Projekt;Betrag in Euro;Jahr', 'A;P;1;2019']],
    [['Verein;Projekt;Betrag;Jahr', 'A;P;1 €;2019']],
    [['Verein;Projekt;Betrag;Währung;Jahr', 'A;P;1;EUR;2019']],
    [['Verein;PLZ;Ort', 'A;1;B']],
  ])('is not asked for when %j states it', async (said) => {
    expect((await imports.upload(said.join('\n'))).body.currency_question).toBe(null)
  })
  test('is required in a row when other rows state it', async () => {
    const id = await imports.uploaded(
      ['Verein;Projekt;Betrag;Währung;Jahr', 'A;P;1;EUR;2019', 'A;P;2;;2019'],
      {
        currency: null,
      },
    )
    expect((await imports.act(id, 'check')).counts).toMatchObject({
      refused: 1,
      refused_by: [{ field: 'currency', code: 'currency_missing' }],
    })
  })
  test('a wrong day is not reported as a missing rate', async () => {
    const rows = ['Verein;Projekt;Betrag CHF;Datum', 'A;P;1;31.2.2016', 'A;P;1;1.2.2016', 'A;P;1;1.2.2017']
    const id = await imports.uploaded(rows, { rates: { 'CHF 2016': '1.1' } })
    const { counts } = await imports.act(id, 'check')
    expect(counts.refused_by.map(({ code, rows: n }: { code: string; rows: number }) => [code, n])).toEqual([
      ['currency_not_accepted', 1],
      ['date_invalid', 1],
    ])
  })
})
