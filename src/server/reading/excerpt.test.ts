import { expect, test } from 'vitest'
import { excerptOfCsv, excerptOfLines } from './excerpt.ts'

async function* inPieces(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}
const csv = [
  'Tag;Name;Betrag',
  '01.11.2026;"Groß; Jörg";12,00',
  '02.11.2026;Eva;12,0O',
  '',
  '03.11.2026;Ada;5,00',
  '04.11.2026;Bo;1,00',
]

test.each(['\n', '\r\n', '\r'])(
  'rows around a line are cut into cells, with the odd cell marked, for line breaks %j',
  async (end) => {
    for (const size of [1, 2, 7, 1_000]) {
      // oxlint-disable-next-line no-await-in-loop -- one size at a time
      expect(await excerptOfCsv(inPieces(csv.join(end), size), { line: 3, text: '12,0O' })).toEqual([
        { line: 1, cells: ['Tag', 'Name', 'Betrag'], is_refused: false, odd: null },
        { line: 2, cells: ['01.11.2026', 'Groß; Jörg', '12,00'], is_refused: false, odd: null },
        { line: 3, cells: ['02.11.2026', 'Eva', '12,0O'], is_refused: true, odd: 2 },
        { line: 5, cells: ['03.11.2026', 'Ada', '5,00'], is_refused: false, odd: null },
      ])
    }
  },
)

test('a cell with undecodable characters is marked as odd', async () => {
  const rows = await excerptOfCsv(inPieces('Name;Ort\nJ\ufffdrg;Bonn', 4), { line: 2 })
  expect(rows[1]).toEqual({ line: 2, cells: ['J\ufffdrg', 'Bonn'], is_refused: true, odd: 0 })
})

test('other files show their lines unchanged', async () => {
  const text = ':20:A\n:25:B\n:61:odd\n:86:C'
  expect(await excerptOfLines(inPieces(text, 3), { line: 3 })).toEqual([
    { line: 1, cells: [':20:A'], is_refused: false, odd: null },
    { line: 2, cells: [':25:B'], is_refused: false, odd: null },
    { line: 3, cells: [':61:odd'], is_refused: true, odd: null },
    { line: 4, cells: [':86:C'], is_refused: false, odd: null },
  ])
})

test('a missing line, or a line of a file without breaks, shows nothing', async () => {
  expect(await excerptOfLines(inPieces('a\nb', 2), { line: 9 })).toEqual([])
  expect(await excerptOfLines(inPieces(`<a>${'x'.repeat(20_000)}</a>`, 999), { line: 1 })).toEqual([])
})
