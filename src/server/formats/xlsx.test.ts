import { inflateRawSync } from 'node:zlib'
import { readXlsx } from 'hucre/xlsx'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sheetName, writeXlsx, type XlsxBook, type XlsxColumn } from './xlsx.ts'
import { columnName, type XlsxValue } from './xlsx-cells.ts'

async function bytesOf(book: XlsxBook): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync(writeXlsx(book)))
}

const column = (kind: XlsxColumn['kind'], header: string = kind): XlsxColumn => ({ kind, header })
const texts = (rows: XlsxValue[][]): XlsxBook => ({
  sheets: [{ name: 'Data', columns: rows[0]!.map(() => column('text')), rows }],
})

/** The XML of each part by name, unpacked through the central directory at the archive's end. */
function partsOf(bytes: Uint8Array): Record<string, string> {
  const archive = Buffer.from(bytes)
  let at = archive.readUInt32LE(archive.length - 6)
  const parts: Record<string, string> = {}
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const [packed, nameLength, start] = [
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
      archive.readUInt32LE(at + 42),
    ]
    const from = start + 30 + archive.readUInt16LE(start + 26)
    parts[archive.toString('utf8', at + 46, at + 46 + nameLength)] = inflateRawSync(
      archive.subarray(from, from + packed),
    ).toString()
    at += 46 + nameLength
  }
  return parts
}

describe('writeXlsx', () => {
  test('numbers, money to the cent, days and Berlin times survive a round trip', async () => {
    const kinds = ['text', 'integer', 'money_cents', 'date', 'datetime'] as const
    const bytes = await bytesOf({
      sheets: [
        {
          name: 'Projects',
          columns: kinds.map((kind) => column(kind)),
          rows: [
            ['Über "uns" & <Co>\n ', 42, 36_180_084, '2024-02-29', '2026-07-01T12:30:00Z'],
            [null, 0, -5, '2026-11-21', new Date('2026-11-20T23:30:15Z')],
            ['', 12n, 7, undefined, null],
          ],
        },
      ],
    })
    const { sheets } = await readXlsx(bytes)
    expect(sheets.map((sheet) => [sheet.name, sheet.rows])).toEqual([
      [
        'Projects',
        [
          [...kinds],
          [
            'Über "uns" & <Co>\n ',
            42,
            361_800.84,
            new Date('2024-02-29T00:00:00Z'),
            new Date('2026-07-01T14:30:00Z'),
          ],
          [null, 0, -0.05, new Date('2026-11-21T00:00:00Z'), new Date('2026-11-21T00:30:15Z')],
          [null, 12, 0.07, null, null],
        ],
      ],
    ])
    expect(partsOf(bytes)['xl/worksheets/sheet1.xml']).toContain('<v>361800.84</v>')
  })

  test('a value that does not fit its column is written as text', async () => {
    const columns = [column('integer'), column('money_cents'), column('date'), column('datetime')]
    const rows = [
      ['many', 1.5, '31.12.2024', 'soon'],
      [Number.NaN, 2 ** 60, '1899-12-31', new Date('1800-01-01T00:00:00Z')],
    ]
    const { sheets } = await readXlsx(await bytesOf({ sheets: [{ name: 'X', columns, rows }] }))
    expect(sheets[0]!.rows.slice(1)).toEqual([
      ['many', '1.5', '31.12.2024', 'soon'],
      ['NaN', '1152921504606847000', '1899-12-31', '1800-01-01T00:00:00.000Z'],
    ])
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x")', ' =1', "'=1"])(
    'the text %j stays text, even after an edit of its cell',
    async (text) => {
      const xml = partsOf(await bytesOf(texts([[text]])))
      const sheet = xml['xl/worksheets/sheet1.xml']!
      expect(sheet).not.toContain('<f')
      const style = /<c r="A2"(?: s="(\d+)")? t="inlineStr"><is><t/.exec(sheet)!
      const quoted = text !== "'=1"
      expect(style[1] !== undefined).toBe(quoted)
      if (quoted) {
        const formats = xml['xl/styles.xml']!.split('<cellXfs')[1]!.match(/<xf [^>]*>/g)!
        expect(formats[Number(style[1])]).toContain('quotePrefix="1"')
      }
    },
  )

  test('every text comes back unchanged except for characters XML cannot hold', async () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom('=', '_x0041_', '\r\n', '<', '&#65;', '\ud800', '\u0001', ' '),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(unit, { minLength: 1 }).map((list) => list.join('')),
        async (text) => {
          const { sheets } = await readXlsx(await bytesOf(texts([['x', text]])))
          const kept = text
            .toWellFormed()
            .replace(/\r\n?/g, '\n')
            .replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, '')
          expect(sheets[0]!.rows[1]![1] ?? '').toBe(kept)
        },
      ),
    )
  })

  test('a text beyond 32,767 characters ends in “…”, and the last sheet can report how many were cut', async () => {
    const rows = [['a'.repeat(32_767)], ['b'.repeat(32_768)], [`${'c'.repeat(32_765)}😀😀`]]
    const book: XlsxBook = {
      ...texts(rows),
      about: {
        name: 'About',
        rows: (count) => [
          ['Rows', count.rows],
          ['Cut', count.cutTexts],
          ['Filter', '=x'],
        ],
      },
    }
    const { sheets } = await readXlsx(await bytesOf(book))
    expect(sheets[0]!.rows.slice(1).map(([cell]) => String(cell).length)).toEqual([32_767, 32_767, 32_766])
    expect(sheets[0]!.rows.slice(2).map(([cell]) => String(cell).slice(-2))).toEqual(['b…', 'c…'])
    expect([sheets[1]!.name, sheets[1]!.rows]).toEqual([
      'About',
      [
        ['Rows', 3],
        ['Cut', 2],
        ['Filter', '=x'],
      ],
    ])
  })

  test('the header is bold, frozen and filters all rows', async () => {
    const xml = partsOf(
      await bytesOf({
        sheets: [{ name: "It's", columns: [column('text', 'A'), column('date', 'B')], rows: [['x', null]] }],
      }),
    )
    const sheet = xml['xl/worksheets/sheet1.xml']!
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
    expect(sheet).toContain('<c r="A1" s="1" t="inlineStr"><is><t>A</t></is></c>')
    expect(sheet).toContain('</sheetData><autoFilter ref="A1:B2"/>')
    expect(xml['xl/workbook.xml']).toContain("'It''s'!$A$1:$B$2")
    const formats = [...xml['xl/styles.xml']!.matchAll(/formatCode="([^"]*)"/g)].map((match) => match[1])
    expect(formats).toEqual(['#,##0', '#,##0.00\\ &quot;€&quot;', 'dd.mm.yyyy', 'dd.mm.yyyy\\ hh:mm'])
  })

  test('rows beyond a sheet continue on the next one, under a repeated header', async () => {
    const rows = Array.from({ length: 5 }, (_, i) => [`${i}`])
    const about = {
      name: 'About',
      rows: (count: { rows: number; sheets: number }) =>
        [
          ['Rows', count.rows],
          ['Sheets', count.sheets],
        ] as const,
    }
    const { sheets } = await readXlsx(await bytesOf({ ...texts(rows), about, rowsPerSheet: 3 }))
    expect(sheets.map((sheet) => [sheet.name, sheet.rows])).toEqual([
      ['Data', [['text'], ['0'], ['1']]],
      ['Data (2)', [['text'], ['2'], ['3']]],
      ['Data (3)', [['text'], ['4']]],
      [
        'About',
        [
          ['Rows', 5],
          ['Sheets', 3],
        ],
      ],
    ])
    const exact = await readXlsx(await bytesOf({ ...texts(rows.slice(0, 2)), rowsPerSheet: 3 }))
    expect(exact.sheets).toHaveLength(1)
  })

  test('an export without rows is a workbook with its header', async () => {
    const { sheets } = await readXlsx(
      await bytesOf({ sheets: [{ name: 'Data', columns: [column('text', 'A')], rows: [] }] }),
    )
    expect(sheets[0]!.rows).toEqual([['A']])
  })

  test('a failing source ends the stream with its error, never with a shorter file', async () => {
    async function* rows() {
      yield ['a']
      await Promise.resolve()
      throw new Error('database away')
    }
    const book: XlsxBook = { sheets: [{ name: 'Data', columns: [column('text')], rows: rows() }] }
    await expect(bytesOf(book)).rejects.toThrow('database away')
  })

  test('rows are pulled as bytes are read, and a reader that stops early closes the source', async () => {
    let pulled = 0
    let closed = false
    async function* rows() {
      try {
        for (;;) {
          pulled++
          // Random texts do not compress, so that bytes come out after a few rows.
          yield [Array.from({ length: 200 }, () => Math.random().toString(36)).join('')]
        }
      } finally {
        closed = true
      }
    }
    const stream = writeXlsx({ sheets: [{ name: 'Data', columns: [column('text')], rows: rows() }] })
    for (let i = 0; i < 5; i++) await stream.next()
    // A writer that pulls on its own has had time to do so.
    for (let turn = 0; turn < 1_000; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(pulled).toBeLessThan(2_000)
    await stream.return(undefined)
    await expect.poll(() => closed).toBe(true)
  })
})

test.each<[string, string[], string]>([
  ['Projects', [], 'Projects'],
  ['a[b]c:d*e?f/g\\h', [], 'a b c d e f g h'],
  ["'quoted'", [], 'quoted'],
  ['', [], 'Sheet_'],
  ['History', [], 'History_'],
  ['x'.repeat(40), [], 'x'.repeat(31)],
  ['about', ['About'], 'about (2)'],
  ['x'.repeat(40), ['x'.repeat(31)], `${'x'.repeat(27)} (2)`],
])('the sheet name %j beside %j becomes %j', (wish, taken, name) => {
  expect(
    sheetName(
      wish,
      taken.map((one) => ({ name: one })),
    ),
  ).toBe(name)
})

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [701, 'ZZ'],
  [702, 'AAA'],
  [16_383, 'XFD'],
])('column %i is %s', (index, name) => {
  expect(columnName(index)).toBe(name)
})
