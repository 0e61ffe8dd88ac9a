import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { zip } from '#test/zip.ts'
import { readXlsx, sheetNames, type XlsxOptions } from './xlsx.ts'

const tables = join(import.meta.dirname, '../../../test/tables')

async function rowsAt(path: string, options: XlsxOptions = {}) {
  const file = await open(path)
  try {
    return { names: await sheetNames(file), rows: await Array.fromAsync(readXlsx(file, options)) }
  } finally {
    await file.close()
  }
}
const read = async (name: string, options?: XlsxOptions) => (await rowsAt(join(tables, name), options)).rows

/** A workbook with the given sheet states, styles and one sheet's XML. */
async function made(
  sheets: { name: string; state?: string; xml: string; columns?: string }[],
  styles = '<styleSheet/>',
  options?: XlsxOptions,
) {
  const base = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${base}/${type}" Target="${target}"/>`
  const part = (name: string, text: string) => ({ name, data: Buffer.from(text) })
  const bytes = zip(
    part('[Content_Types].xml', '<Types/>'),
    part('_rels/.rels', `<Relationships>${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`),
    part(
      'xl/workbook.xml',
      `<workbook><sheets>${sheets.map(({ name, state }, at) => `<sheet name="${name}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships>${sheets.map((_, at) => relation(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`)).join('')}${relation(99, 'styles', 'styles.xml')}</Relationships>`,
    ),
    part('xl/styles.xml', styles),
    ...sheets.map(({ xml, columns = '' }, at) =>
      part(
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet>${columns}<sheetData>${xml}</sheetData></worksheet>`,
      ),
    ),
  )
  const folder = await mkdtemp(join(tmpdir(), 'facts-'))
  const path = join(folder, 'a.xlsx')
  await writeFile(path, bytes)
  return rowsAt(path, options).finally(() => rm(folder, { recursive: true }))
}
const texts = (row: number, cells: string[], more = '') =>
  `<row r="${row}"${more}>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`

test('cells of one row in several row elements are one row', async () => {
  expect(await read('tab-03-one-row-per-cell.xlsx')).toEqual([
    { line: 1, cells: ['Verein', 'PLZ', 'Ort', 'Projekt', 'Betrag EUR', 'Datum'] },
    { line: 2, cells: ['Publik Drei e.V.', '10119', 'Berlin', 'Lesegarten', 320, '15.03.2023'] },
  ])
})

test('hidden and filtered rows are reported', async () => {
  const rows = await read('tab-07-hidden-rows.xlsx')
  expect(rows.map(({ line, problem }) => [line, problem])).toEqual([
    [1, undefined],
    [2, undefined],
    [3, 'hidden_row'],
    [4, undefined],
  ])
})

test('a postcode keeps the leading zeros of its number format', async () => {
  expect((await read('tab-10-postcode-number.xlsx'))[1]!.cells.slice(1, 5)).toEqual([
    '01067',
    'Dresden',
    'Lesegarten',
    400,
  ])
})

test('a percentage is text and no amount', async () => {
  expect((await read('tab-12b-percent.xlsx'))[1]!.cells[4]).toBe('25 %')
})

test('distinguishes built-in formats, format sections and quoted characters', async () => {
  const codes = ['0%', '[Red]0.0%;-0%', '0" % of all"', '000', '0000"-"00', '#,##0.00']
  const styles = `<styleSheet><numFmts>${codes.map((code, at) => `<numFmt numFmtId="${at + 164}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="10"/>${codes.map((_, at) => `<xf numFmtId="${at + 164}"/>`).join('')}</cellXfs></styleSheet>`
  const cells = Array.from(
    { length: 7 },
    (_, at) => `<c r="${'ABCDEFG'[at]}2" s="${at}"><v>${at === 0 ? 0.07 : 1}</v></c>`,
  )
  const head = texts(1, ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  const { rows } = await made([{ name: 'S', xml: `${head}<row r="2">${cells.join('')}</row>` }], styles)
  expect(rows[1]!.cells).toEqual(['7 %', '100 %', '100 %', 1, '001', 1, 1])
})

test('a hidden sheet is neither offered nor read as the first one', async () => {
  const found = await made([
    { name: 'Alt', state: 'veryHidden', xml: texts(1, ['alt']) },
    { name: 'Neu', xml: texts(1, ['neu']) + texts(2, ['x'], ' hidden="true"') },
  ])
  expect(found.names).toEqual(['Neu'])
  expect(found.rows).toEqual([
    { line: 1, cells: ['neu'] },
    { line: 2, cells: ['x'], problem: 'hidden_row' },
  ])
})

test('hidden rows of a large sheet are recognized in any chunk', async () => {
  const many = Array.from({ length: 3_000 }, (_, at) =>
    texts(at + 2, [`Zeile ${at}`], at % 7 === 0 ? ' spans="1:1" hidden="1"' : ''),
  )
  const { rows } = await made([{ name: 'A', xml: texts(1, ['Name']) + many.join('') }])
  expect(rows.filter(({ problem }) => problem === 'hidden_row').map(({ line }) => line)).toEqual(
    Array.from({ length: 3_000 }, (_, at) => at + 2).filter((line) => (line - 2) % 7 === 0),
  )
})

test('imports hidden rows when a person includes them', async () => {
  const rows = await read('tab-07-hidden-rows.xlsx', { hiddenRows: true })
  expect(rows.map(({ line, problem }) => [line, problem])).toEqual(
    [1, 2, 3, 4].map((line) => [line, undefined]),
  )
})

test('hidden columns, and hidden rows with content, are reported', async () => {
  const columns = '<cols><col min="2" max="3" hidden="1" width="0"/><col min="5" max="5" hidden="0"/></cols>'
  const told: unknown[] = []
  const onHidden = (hidden: unknown) => void told.push(hidden)
  const empty = '<row r="9" hidden="1"/>'
  const head = texts(1, ['a', 'b', 'c'])
  await made([{ name: 'A', xml: head + empty, columns }], undefined, { onHidden })
  await made([{ name: 'A', xml: head + texts(2, ['x'], ' hidden="1"') }], undefined, { onHidden })
  expect(told).toEqual([
    { rows: false, columns: [1, 2] },
    { rows: true, columns: [] },
  ])
})
