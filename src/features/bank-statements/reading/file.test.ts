import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/runs.ts'
import { camt, endsIn, linesIn, mt940, partsOf, refusalOf, report } from '#test/statements.ts'
import { zip } from '#test/zip.ts'

const packed = (files: Record<string, string>) =>
  zip(...Object.entries(files).map(([name, text]) => ({ name, data: Buffer.from(text) })))
const other = 'DE02120300000000202051'

test('statements of a ZIP are sorted by account, day and number, whatever the file names', async () => {
  const file = packed({
    'z/9.xml': camt([{ lines: [{ cents: 1 }], number: '9' }]),
    'a/10.xml': camt([{ lines: [{ cents: 2 }], number: '10' }]),
    '1.sta': mt940({ lines: [{ cents: 3 }], number: '1', day: '2026-11-21' }),
    '0.xml': camt([{ lines: [{ cents: 4 }], number: '250', day: '2026-11-01' }]),
    'b.xml': report({ lines: [{ cents: 5 }], number: '1', iban: other }),
  })
  expect(linesIn(await partsOf(file)).map(({ amount_cents }) => amount_cents)).toEqual([5, 4, 1, 2, 3])
})

test('one bad file refuses the whole ZIP, and the message names it', async () => {
  const good = camt([{ lines: [{ cents: 1 }] }])
  const [code, line, parameters] = await refusalOf(
    packed({ 'x/good.xml': good, 'x/bad.xml': good.replace('>0.01<', '>0.0x<') }),
  )
  expect([code, line, parameters['file']]).toEqual(['bad_amount', 7, 'x/bad.xml'])
})

const batch = `"EXTF";700;21;"Buchungsstapel";13;20260306102500000;;"XY";;;1001;456;20260101;4\r\nUmsatz;Soll/Haben`
test.each([
  ['a DATEV batch', batch, 'datev_batch'],
  ['one without quotes and with a mark of its encoding', `\ufeff${batch.replaceAll('"', '')}`, 'datev_batch'],
  [
    'an MT940 without its beginning',
    ':28C:1\r\n:60F:C261120EUR1,00\r\n:62F:C261120EUR1,00\r\n',
    'beginning_missing',
  ],
])('%s is refused with its own error, without asking for columns', async (_name, file, code) => {
  expect((await refusalOf(file))[0]).toBe(code)
})

/** DOS bytes (code page 850 or 437) for characters of German texts. */
const dos: Record<string, number> = { ü: 0x81, ä: 0x84, ö: 0x94, Ä: 0x8e, Ö: 0x99, Ü: 0x9a, ß: 0xe1, é: 0x82 }
const inDos = (text: string) => Buffer.from(text.split('').map((sign) => dos[sign] ?? sign.charCodeAt(0)))
const word = fc.constantFrom('für', 'Bänke', 'schöne', 'Ärzte', 'GRÜSSE', 'Straße', 'José', 'Spende', 'Übung')

test('umlauts in DOS, Windows, UTF-8 and UTF-16 encodings are detected from the content', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 8 }), async (words) => {
      const text = ['Bücher', ...words].join(' ')
      const file = mt940({ lines: [{ cents: 5, name: 'Förderkreis', text }] })
      const wide = Buffer.from(file, 'utf16le')
      for (const bytes of [inDos(file), Buffer.from(file, 'latin1'), Buffer.from(file), wide]) {
        const parts = await partsOf(bytes)
        expect(linesIn(parts)[0]).toMatchObject({ name: 'Förderkreis', text })
        expect(endsIn(parts)[0]!.notes).toEqual(bytes.equals(inDos(file)) ? ['dos_letters'] : [])
      }
    }),
    { numRuns: runs(20) },
  )
})

test('Windows quotation marks are not mistaken for umlauts, and a declared code page is respected', async () => {
  const quoted = mt940({ lines: [{ cents: 5, text: 'Fest QauftQ S\u00e1nchez' }] })
  const windows = Buffer.from(quoted, 'latin1')
  windows[windows.indexOf('QauftQ')] = 0x84
  windows[windows.lastIndexOf('Q')] = 0x94
  expect(linesIn(await partsOf(windows))[0]!.text).toBe('Fest „auft” Sánchez')
  const declared = camt([{ lines: [{ cents: 5, text: 'für' }] }]).replace('UTF-8', 'IBM850')
  expect(linesIn(await partsOf(inDos(declared)))[0]!.text).toBe('für')
})
