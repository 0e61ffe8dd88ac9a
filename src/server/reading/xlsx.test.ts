import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { type CellValue, type WriteSheet, writeXlsx, writeXlsxStream } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { zip } from '#test/zip.ts'
import { readXlsx, type XlsxOptions } from './xlsx.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xlsx-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(bytes: Uint8Array, options?: XlsxOptions) {
  const path = join(folder, 'file.xlsx')
  await writeFile(path, bytes)
  const file = await open(path)
  try {
    return await Array.fromAsync(readXlsx(file, options))
  } finally {
    await file.close()
  }
}

const sheet = (rows: CellValue[][], name = 'Rows'): WriteSheet => ({ name, rows })
describe('readXlsx', () => {
  test('numbers stay numbers, dates become days, and rows are as wide as the first', async () => {
    const bytes = await writeXlsx({
      sheets: [
        sheet([
          ['Verein', 'Betrag', 'Datum', 'Notiz'],
          ['Müller & Söhne <e. V.>', 361_800.84, new Date('2024-01-26T00:00:00Z'), '00123'],
          [],
          ['B', null, new Date('2024-01-26T13:30:00Z'), null],
          ['C', true, '=1+1', ' x\ny '],
        ]),
      ],
    })
    expect(await read(bytes)).toEqual([
      { line: 1, cells: ['Verein', 'Betrag', 'Datum', 'Notiz'] },
      { line: 2, cells: ['Müller & Söhne <e. V.>', 361_800.84, '2024-01-26', '00123'] },
      { line: 4, cells: ['B', '', '2024-01-26T13:30:00', ''] },
      { line: 5, cells: ['C', 'true', '=1+1', ' x\ny '] },
    ])
  })

  test('cells beyond the header are reported', async () => {
    const bytes = await writeXlsx({ sheets: [sheet([['a'], ['b', 'c']])] })
    expect((await read(bytes))[1]).toEqual({ line: 2, cells: ['b', 'c'], problem: 'too_many_cells' })
  })

  test('a sheet can be chosen by name', async () => {
    const bytes = await writeXlsx({ sheets: [sheet([['a']]), sheet([['b']], 'Other')] })
    expect(await read(bytes, { sheet: 'Other' })).toEqual([{ line: 1, cells: ['b'] }])
    await expect(read(bytes, { sheet: 'None' })).rejects.toMatchObject({ code: 'no_such_sheet' })
  })

  test('a workbook written as a stream, with sizes after its parts, is read completely', async () => {
    const rows = Array.from({ length: 30_000 }, (_, i) => [i, `Organization ${i}`, i / 4])
    const bytes = new Uint8Array(await new Response(writeXlsxStream(rows, { name: 'Rows' })).arrayBuffer())
    const back = await read(bytes)
    expect(back.map((row) => row.cells)).toEqual(rows)
  })

  test('the reader does not read ahead of a slow consumer', async () => {
    const rows = Array.from({ length: 60_000 }, (_, i) => [i, `A title that differs ${i}`])
    const path = join(folder, 'slow.xlsx')
    await writeFile(path, Buffer.from(await new Response(writeXlsxStream(rows, { name: 'R' })).arrayBuffer()))
    const file = await open(path)
    const reader = readXlsx(file)
    const bytesRead = () => reads
    let reads = 0
    const whole = file.read.bind(file)
    await reader.next() // the archive is verified before the first row
    file.read = ((...args: Parameters<typeof whole>) => {
      reads++
      return whole(...args)
    }) as typeof file.read
    for (let i = 0; i < 200; i++) {
      await reader.next()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(bytesRead()).toBeLessThan(3)
    await reader.return(undefined)
    await file.close()
  })

  test.each<[string, () => Buffer | Promise<Uint8Array>, string]>([
    ['no archive', () => Buffer.from('PK\x03\x04 and nothing'), 'bad_archive'],
    ['an archive without a workbook', () => zip({ name: 'a.txt', data: Buffer.from('x') }), 'bad_workbook'],
    [
      'sizes that lie',
      () => zip({ name: 'xl/workbook.xml', data: Buffer.alloc(100_000), size: 10 }),
      'bad_archive',
    ],
    [
      'a bomb by size',
      () => zip({ name: 'xl/workbook.xml', data: Buffer.from('x'), size: 2_000_000_000 }),
      'archive_too_large',
    ],
    [
      'a bomb by ratio',
      () => zip({ name: 'xl/workbook.xml', data: Buffer.alloc(20_000_000) }),
      'archive_too_large',
    ],
    [
      'a bomb in what cannot be streamed',
      () =>
        zip(
          { name: 'xl/sharedStrings.xml', data: randomBytes(200_000), size: 40_000_000 },
          { name: 'xl/styles.xml', data: randomBytes(200_000), size: 40_000_000 },
        ),
      'archive_too_large',
    ],
    [
      'a password',
      () => zip({ name: 'xl/workbook.xml', data: Buffer.from('x'), flags: 1 }),
      'archive_encrypted',
    ],
    [
      'another packing method',
      () => zip({ name: 'xl/workbook.xml', data: Buffer.from('x'), method: 9 }),
      'bad_archive',
    ],
    ['an empty sheet', () => writeXlsx({ sheets: [sheet([])] }), 'empty_file'],
  ])('%s is refused', async (_name, make, code) => {
    await expect(read(await make())).rejects.toMatchObject({ name: 'ReadError', code })
  })

  test('a truncated workbook is refused', async () => {
    const bytes = await writeXlsx({ sheets: [sheet([['a', 'b']])] })
    await expect(read(bytes.subarray(0, bytes.length - 30))).rejects.toMatchObject({ code: 'bad_archive' })
  })

  test('refuses a DOCTYPE, and thereby entities', async () => {
    const bytes = zip(
      { name: '[Content_Types].xml', data: Buffer.from('<Types/>') },
      { name: '_rels/.rels', data: rels('officeDocument', 'xl/workbook.xml') },
      { name: 'xl/_rels/workbook.xml.rels', data: rels('worksheet', 'worksheets/sheet1.xml') },
      {
        name: 'xl/workbook.xml',
        data: Buffer.from('<workbook><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>'),
      },
      {
        name: 'xl/worksheets/sheet1.xml',
        data: Buffer.from(
          '<!DOCTYPE x [<!ENTITY a "boom">]><worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&a;x</t></is></c></row></sheetData></worksheet>',
        ),
      },
    )
    await expect(read(bytes)).rejects.toMatchObject({ code: 'doctype' })
  })
})

function rels(type: string, target: string): Buffer {
  const base = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return Buffer.from(
    `<Relationships><Relationship Id="rId1" Type="${base}/${type}" Target="${target}"/></Relationships>`,
  )
}
