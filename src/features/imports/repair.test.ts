import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/runs.ts'
import { originalOf, type Repair, repairer, restoreSigns, signsIn } from './repair.ts'

const row = { line: 7, cells: ['\u0084Grüße\u0093 \u0096 e.V.', 'e.V.', 5] }

test('lost Windows-1252 characters are restored, others stay', () => {
  expect(restoreSigns(row.cells[0] as string)).toBe('„Grüße“ – e.V.')
  expect(originalOf('\u0081')).toBe(undefined)
  expect(restoreSigns('a\u0081b\u202E')).toBe('a\u0081b\u202E')
  expect(signsIn('\u0084a\u0093\u202Eb')).toEqual(['\u0084', '\u0093', '\u202E'])
})

test('a text written in Windows-1252 and read as Latin-1 is restored', () => {
  const bytes = fc.uint8Array({ minLength: 1 })
  fc.assert(
    fc.property(bytes, (some) => {
      const latin1 = Buffer.from(some).toString('latin1')
      expect(restoreSigns(latin1)).toBe(new TextDecoder('windows-1252', { ignoreBOM: true }).decode(some))
    }),
    { numRuns: runs(200) },
  )
})

test('repairs apply in sequence, each to the result of those before', () => {
  const mended = (...repairs: Repair[]) => repairer(repairs)(row).cells
  expect(mended({ kind: 'replace', column: 1, find: 'e.V.', text: 'e. V.' })).toEqual([
    row.cells[0],
    'e. V.',
    5,
  ])
  expect(mended({ kind: 'replace', column: null, find: 'e.V.', text: '$&' }, { kind: 'signs' })).toEqual([
    '„Grüße“ – $&',
    '$&',
    5,
  ])
  expect(
    mended(
      { kind: 'cell', line: 7, column: 2, text: '6' },
      { kind: 'replace', column: 2, find: '6', text: '7' },
    ),
  ).toEqual([row.cells[0], 'e.V.', '7'])
  expect(mended({ kind: 'cell', line: 8, column: 2, text: '6' })).toBe(row.cells)
  expect(row.cells[2]).toBe(5)
})
