import { describe, expect, test } from 'vitest'
import { importApp } from '#test/import-app.ts'

const imports = importApp()

const lines = [
  'Verein;Projekt;Betrag in Euro;Datum',
  'Chor e.V.;\u0084Grüße\u0093 \u0096 Noten;5;1.2.2016',
  'TSV e.V.;Tore;abc;31.2.2016',
  ';Bälle;7;1.3.2016',
  'Gut e.V.;Saal;8;1.4.2016',
]
const address = (id: number, rest = '') => `/api/v4/imports/${id}/${rest}`
const repair = (id: number, repairs: unknown[]) => imports.staff.patch(address(id), { repairs })
const rowsOf = async (id: number, query = '') => (await imports.staff.get(address(id, `rows/${query}`))).body

type Row = { line: number; cells: string[]; refused: unknown[] }
const shown = (row: Row) => [row.line, row.cells[0], row.refused.length]

async function checked() {
  const id = await imports.uploaded(lines)
  return { id, counts: (await imports.act(id, 'check')).counts }
}

describe('refused rows', () => {
  test('are listed with all reasons and their columns, all or by problem', async () => {
    const { id } = await checked()
    const all = await rowsOf(id)
    expect(all.count).toBe(3)
    expect(all.results.map((row: { line: number }) => row.line)).toEqual([2, 3, 4])
    expect(all.results[1]).toMatchObject({
      cells: ['TSV e.V.', 'Tore', 'abc', '31.2.2016'],
      refused: [
        { field: 'amount', code: 'amount_invalid', columns: [2], text: 'Amount: This is not an amount' },
        { field: 'date', code: 'date_invalid', columns: [3] },
      ],
    })
    const dates = await rowsOf(id, '?field=date&code=date_invalid')
    expect(dates.results.map((row: { line: number }) => row.line)).toEqual([3])
    expect((await imports.staff.get(address(id, 'rows/?page=2'))).status).toBe(404)
    expect((await imports.staff.get(address(id, 'rows/?field=salary'))).status).toBe(400)
    const other = await imports.app.as(['create_projects'])
    expect((await other.get(address(id, 'rows/'))).status).toBe(403)
    expect((await other.get(address(id, 'matches/?find=a'))).status).toBe(403)
  })

  test('are paged among all rows, with all repairs applied', async () => {
    const { id } = await checked()
    await repair(id, [{ kind: 'replace', column: 0, find: 'e.V.', text: 'e. V.' }])
    expect((await rowsOf(id, '?of=all')).count).toBe(0)
    await imports.act(id, 'check')
    const { count, results } = await rowsOf(id, '?of=all')
    expect(count).toBe(4)
    expect(results.map(shown)).toEqual([
      [2, 'Chor e. V.', 1],
      [3, 'TSV e. V.', 2],
      [4, '', 1],
      [5, 'Gut e. V.', 0],
    ])
    const many = [
      'Verein;Projekt;Betrag in Euro;Jahr',
      ...Array.from({ length: 60 }, (_, i) => `A;P;${i % 25};2016`),
    ]
    const long = await imports.uploaded(many)
    await imports.act(long, 'check')
    const last = await rowsOf(long, '?of=all&page_size=50&page=2')
    expect(last.results.map(shown)).toEqual(
      Array.from({ length: 10 }, (_, i) => [52 + i, 'A', (50 + i) % 25 === 0 ? 1 : 0]),
    )
    expect((await imports.staff.get(address(long, 'rows/?of=all&page=7'))).status).toBe(404)
    expect(await rowsOf(long, '?of=repaired')).toMatchObject({ count: 0, results: [] })
    // Pages count repaired rows, not rows of the file.
    await repair(long, [{ kind: 'replace', column: 2, find: '1', text: '7' }])
    expect((await imports.act(long, 'check')).counts.repaired).toBe(25)
    const mended = await rowsOf(long, '?of=repaired&page_size=10&page=3')
    expect(mended.results.map((row: Row) => [row.line, row.cells[2]])).toEqual([
      [44, '77'],
      [45, '78'],
      [46, '79'],
      [48, '27'],
      [53, '7'],
    ])
  })

  test('can be edited, tried again, and restored', async () => {
    const { id } = await checked()
    const edits = [
      { kind: 'cell', line: 3, column: 2, text: '6' },
      { kind: 'cell', line: 3, column: 3, text: '28.2.2016' },
      { kind: 'cell', line: 4, column: 0, text: 'Neu e.V.' },
    ]
    expect((await repair(id, edits)).body.repairs).toEqual(edits)
    expect((await imports.act(id, 'check')).counts).toMatchObject({ rows: 4, refused: 1, repaired: 2 })
    const mended = await rowsOf(id, '?of=repaired')
    expect(mended.count).toBe(2)
    expect(mended.results.map(shown)).toEqual([
      [3, 'TSV e.V.', 0],
      [4, 'Neu e.V.', 0],
    ])
    expect((await imports.staff.get(address(id, 'rows/?of=repaired&page=2'))).status).toBe(404)
    await repair(id, edits.slice(1))
    expect((await imports.act(id, 'check')).counts).toMatchObject({
      refused: 2,
      refused_by: [{ code: 'amount_invalid' }, { code: 'control_characters' }],
    })
    await repair(id, [...edits, { kind: 'signs' }])
    expect((await imports.act(id, 'run')).state).toBe('done')
    const { organizations, gifts } = await imports.everything()
    expect(organizations.map(({ title }) => title)).toEqual(['Chor e.V.', 'TSV e.V.', 'Neu e.V.', 'Gut e.V.'])
    expect(gifts.map(({ amount_cents }) => amount_cents)).toEqual([500, 600, 700, 800])
    expect((await repair(id, [])).status).toBe(409)
  })

  test('an invalid edit is rejected', async () => {
    const { id } = await checked()
    expect((await repair(id, [{ kind: 'cell', line: 2, column: 9, text: 'x' }])).body).toEqual({
      repairs: ['The file has no such column'],
    })
    expect((await repair(id, [{ kind: 'replace', column: null, find: '', text: 'x' }])).status).toBe(400)
    expect((await repair(id, [{ kind: 'formula' }])).status).toBe(400)
    expect(
      (
        await imports.staff.patch(address(id), {
          all_sheets: true,
          repairs: [{ kind: 'cell', line: 2, column: 0, text: 'x' }],
        })
      ).body,
    ).toEqual({ repairs: ['Cells can be edited where one sheet is read'] })
    expect((await imports.staff.get(address(id))).body.repairs).toEqual([])
  })
})

test('a text is counted in the whole file, replaced in one step, and restored', async () => {
  const { id } = await checked()
  const matches = async (query: string) => (await imports.staff.get(address(id, `matches/?${query}`))).body
  expect(await matches('find=e.V.')).toEqual({ cells: 3, rows: 3 })
  expect(await matches('find=e.V.&column=1')).toEqual({ cells: 0, rows: 0 })
  expect((await imports.staff.get(address(id, 'matches/?find='))).status).toBe(400)
  await repair(id, [{ kind: 'replace', column: 0, find: 'e.V.', text: 'e. V.' }])
  expect(await matches('find=e.V.')).toEqual({ cells: 0, rows: 0 })
  expect(await matches('find=e. V.')).toEqual({ cells: 3, rows: 3 })
  const undone = await repair(id, [])
  expect(undone.body.preview.at(-1).cells[0]).toBe('Gut e.V.')
  expect(await matches('find=e.V.')).toEqual({ cells: 3, rows: 3 })
})

test('invisible characters are listed with their places and repaired in one step', async () => {
  const { id, counts } = await checked()
  expect(counts.signs).toEqual({ '\u0084': 1, '\u0093': 1, '\u0096': 1 })
  const byKind = await rowsOf(id, '?code=control_characters')
  expect(byKind.results[0]).toMatchObject({ line: 2, refused: [{ field: 'project_title', columns: [1] }] })
  await repair(id, [{ kind: 'signs' }])
  const after = await imports.act(id, 'check')
  expect(after.counts).toMatchObject({ refused: 2, signs: {} })
  expect(after.preview[0].cells[1]).toBe('„Grüße“ – Noten')
})
