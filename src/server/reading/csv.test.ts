import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { guessSeparator, readCsv } from './csv.ts'
import { type Separator, separators } from '#shared/reading/encodings.ts'
import { csvParser } from './csv-parser.ts'
import { ReadError } from '#shared/reading/errors.ts'

async function* pieces(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

async function read(text: string, options: Parameters<typeof readCsv>[1] = {}, size = 1_000) {
  const { separator, rows } = await readCsv(pieces(text, size), options)
  return { separator, rows: await Array.fromAsync(rows) }
}

const cellsOf = async (text: string, options?: Parameters<typeof readCsv>[1]) =>
  (await read(text, options)).rows.map((row) => row.cells)

describe('readCsv', () => {
  test('quotes may enclose separators, line ends and doubled quotes, and lines are counted where rows start', async () => {
    const text = 'title,note\n"a, b","one\r\ntwo ""x"""\nlast,"",\n'
    expect(await read(text)).toEqual({
      separator: ',',
      rows: [
        { line: 1, cells: ['title', 'note'] },
        { line: 2, cells: ['a, b', 'one\r\ntwo "x"'] },
        { line: 4, cells: ['last', ''] },
      ],
    })
  })

  test.each([
    ['LF', '\n'],
    ['CR LF', '\r\n'],
    ['CR', '\r'],
  ])('rows end with %s, with or without one at the end, and blank lines are skipped', async (_name, end) => {
    const rows = [
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['1', '2'] },
    ]
    for (const size of [1, 2, 3, 50]) {
      expect((await read(`a;b${end}${end}1;2`, {}, size)).rows).toEqual(rows)
      expect((await read(`a;b${end}${end}1;2${end}${end}`, {}, size)).rows).toEqual(rows)
    }
  })

  test('comment lines count only before the first row', async () => {
    expect((await read('# made; by\n#\na;b\n#1;2\n')).rows).toEqual([
      { line: 3, cells: ['a', 'b'] },
      { line: 4, cells: ['#1', '2'] },
    ])
  })

  test('rows of another width are reported and keep their cells', async () => {
    expect((await read('a,b,c\n1,2\n1,2,3,4\n1,2,3,,\n"x"y,2,3\n')).rows.slice(1)).toEqual([
      { line: 2, cells: ['1', '2'], problem: 'too_few_cells' },
      { line: 3, cells: ['1', '2', '3', '4'], problem: 'too_many_cells' },
      { line: 4, cells: ['1', '2', '3'] },
      { line: 5, cells: ['xy', '2', '3'], problem: 'stray_quote' },
    ])
  })

  test('a quote inside an unquoted cell is an ordinary character', async () => {
    expect(await cellsOf('size,name\n5" pipe,O"Neil\n')).toEqual([
      ['size', 'name'],
      ['5" pipe', 'O"Neil'],
    ])
  })

  test('an unclosed quote is refused with its opening line', async () => {
    await expect(read('a,b\n1,2\n"3,4\n5,6\n')).rejects.toEqual(new ReadError('unterminated_quote', 3))
    const limits = { cell: 100, row: 1_000, columns: 10 }
    const swallowed = `a,b\n1,"2\n${'x,y\n'.repeat(100)}`
    await expect(read(swallowed, { limits })).rejects.toEqual(new ReadError('unterminated_quote', 2))
  })

  test('cells or rows that are too long and too many columns are refused with their line', async () => {
    const limits = { cell: 10, row: 30, columns: 5 }
    await expect(read(`a\n${'x'.repeat(11)}`, { limits })).rejects.toEqual(new ReadError('cell_too_long', 2))
    await expect(read(`a\n\n${'xxxxxxxxx,'.repeat(4)}`, { limits })).rejects.toEqual(
      new ReadError('row_too_long', 3),
    )
    await expect(read('1,2,3,4,5,6', { limits })).rejects.toEqual(new ReadError('too_many_columns', 1))
  })

  test('a file without rows is empty', async () => {
    await expect(read('# only\n\n')).rejects.toMatchObject({ code: 'empty_file' })
  })

  test("Excel's sep= line sets the separator and is no row, but a person's choice takes precedence", async () => {
    expect(await read('sep=;\r\na,b;c\r\n')).toEqual({
      separator: ';',
      rows: [{ line: 2, cells: ['a,b', 'c'] }],
    })
    expect((await read('sep=;\na,b;c\n', { separator: ',' })).rows[0]!.cells).toEqual(['a', 'b;c'])
  })

  test('any table is read back, whatever its cells, line ends and chunks', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'b', ' ', 'ü', '€', '"', '\n', '\r', ',', ';', '\t', '#', '😀'),
    })
    const table = fc
      .integer({ min: 2, max: 5 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }))
    const separator = fc.constantFrom<Separator>(...separators)
    const end = fc.constantFrom('\n', '\r\n', '\r')
    fc.assert(
      fc.property(table, separator, end, fc.integer({ min: 1, max: 20 }), (rows, mark, lineEnd, size) => {
        const quoted = (text: string) =>
          /^#|[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
        const text = rows.map((row) => row.map(quoted).join(mark) + lineEnd).join('')
        const parser = csvParser({ separator: mark })
        const read = []
        for (let at = 0; at < text.length; at += size) read.push(...parser.push(text.slice(at, at + size)))
        read.push(...parser.end())
        expect(read.map((row) => row.cells)).toEqual(rows)
        expect(read.every((row) => row.problem === undefined)).toBe(true)
      }),
    )
  })
})

describe('guessSeparator', () => {
  test.each<[string, string, Separator]>([
    ['plain commas', 'a,b,c\n1,2,3\n', ','],
    ['semicolons with decimal commas', 'Name;Betrag\nA;868,88\nB;678,46\n', ';'],
    ['semicolons with a decimal comma in every row', 'N;B;C\na;1,5;c\nb;2,5;d\n', ';'],
    ['tabs with commas in the text', 'a\tb\nx, y\t1,5\nz, w\t2,5\n', '\t'],
    ['commas with quoted semicolons', 'a,b\n"x;y;z",1\n"u;v;w",2\n', ','],
    ['comments before the rows', '# a,b,c,d\n# x,y,z,u\n1;2\n3;4\n', ';'],
    ['one line without a line end', 'a;b;c', ';'],
    ['a single column', 'name\nA\nB\n', ','],
  ])('%s', (_name, sample, separator) => {
    expect(guessSeparator(sample)).toBe(separator)
  })
})
