import { expect, test } from 'vitest'
import { camt, linesIn, mt940, partsOf, refusalOf, report } from '../../../../test/statements.ts'
import { zip } from '../../../../test/zip.ts'

const packed = (files: Record<string, string>) =>
  zip(...Object.entries(files).map(([name, text]) => ({ name, data: Buffer.from(text) })))
const other = 'DE02120300000000202051'

test('statements of a ZIP come by account, day and number, whatever the files are called', async () => {
  const file = packed({
    'z/9.xml': camt([{ lines: [{ cents: 1 }], number: '9' }]),
    'a/10.xml': camt([{ lines: [{ cents: 2 }], number: '10' }]),
    '1.sta': mt940({ lines: [{ cents: 3 }], number: '1', day: '2026-11-21' }),
    '0.xml': camt([{ lines: [{ cents: 4 }], number: '250', day: '2026-11-01' }]),
    'b.xml': report({ lines: [{ cents: 5 }], number: '1', iban: other }),
  })
  expect(linesIn(await partsOf(file)).map(({ amount_cents }) => amount_cents)).toEqual([5, 4, 1, 2, 3])
})

test('a bad file in a ZIP refuses all of it and is named', async () => {
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
  ['a CAMT.054', camt([{ lines: [] }]).replaceAll('camt.053', 'camt.054'), 'camt_054'],
  [
    'an MT940 without its beginning',
    ':28C:1\r\n:60F:C261120EUR1,00\r\n:62F:C261120EUR1,00\r\n',
    'beginning_missing',
  ],
])('%s is refused as what it is, never asked for columns', async (_name, file, code) => {
  expect((await refusalOf(file))[0]).toBe(code)
})
