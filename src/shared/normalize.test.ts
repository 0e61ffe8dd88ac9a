import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#test/runs.ts'
import { foldName, normalizeLine, normalizeParagraph } from './normalize.ts'

describe('a line', () => {
  test.each([
    ['non-breaking and double blanks', 'Fußball\u00A0\u00A0Club \t 1980 ', 'Fußball Club 1980'],
    ['blanks of other widths', 'A\u2009B\u3000C\u202FD', 'A B C D'],
    ['soft hyphens', 'Donau\u00ADdampf\u00ADschiff', 'Donaudampfschiff'],
    ['zero-width signs', '\uFEFFVer\u200Bein\u2060 Nord\u200D', 'Verein Nord'],
    ['decomposed letters', 'Plzen\u030Csky\u0301 kraj', 'Plzeňský kraj'],
    ['marks of direction', 'Verein\u200E Nord\u200F', 'Verein Nord'],
    ['only invisible signs', '\u200B\u00AD\u2800\u3164\uFE0F', ''],
    ['an emoji of several', 'Für 👨‍👩‍👧 da', 'Für 👨‍👩‍👧 da'],
    ['a joiner that Persian is written with', 'می\u200Cخواهم', 'می\u200Cخواهم'],
  ])('%s', (_name, given, kept) => {
    expect(normalizeLine(given)).toBe(kept)
  })

  test('is unchanged by a second pass, and has no blank at its ends', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const kept = normalizeLine(text)
        expect(normalizeLine(kept)).toBe(kept)
        expect(kept).toBe(kept.trim())
        expect(kept).not.toMatch(/\s{2}|[\n\r\t\u00AD\u200B\uFEFF]/)
      }),
      { numRuns: runs(500) },
    )
  })
})

test('a paragraph keeps its lines and columns', () => {
  expect(normalizeParagraph(' Eins\u00AD\r\n\r\n  Zwei  drei\u200B\n')).toBe('Eins\n\n  Zwei  drei')
  expect(normalizeParagraph('\u200B\n\u2800')).toBe('')
})

test.each([
  ['Fußball  Club\u00a01980', 'FUSSBALL CLUB 1980', true],
  ['Café', 'Cafe\u0301', true],
  ['Ｖｅｒｅｉｎ　Ａ', 'verein a', true],
  ['Donau\u00ADdampf', 'Donaudampf', true],
  ['Ver\u200Bein', 'Verein', true],
  ['Müller', 'Mueller', false],
  ['Müller', 'Muller', false],
  ['Verein A', 'Verein B', false],
])('%s and %s fold to the same name: %s', (a, b, same) => {
  expect(foldName(a) === foldName(b)).toBe(same)
})
