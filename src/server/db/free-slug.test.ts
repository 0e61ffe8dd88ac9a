import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/runs.ts'
import { slugify } from './free-slug.ts'

test.each([
  ['Öko-Straße 1', 'oeko-strasse-1'],
  ['Plzen\u030Csky\u0301 kraj', 'plzensky-kraj'],
  ['Plzeňský kraj', 'plzensky-kraj'],
  ['Fo\u0308rderverein', 'foerderverein'],
  ['Σύλλογος', 'syllogos'],
  ['Ассоциация помощи', 'associaciya-pomoshchi'],
  ['Förderverein Αθήνα', 'foerderverein-athina'],
  ['東京都', 'dong-jing-du'],
  ['Đà Nẵng', 'da-nang'],
  ['Donau\u00ADdampf\u200Bschiff', 'donaudampfschiff'],
  ['… – !', 'untitled'],
])('%s becomes %s in an address', (title, slug) => {
  expect(slugify(title)).toBe(slug)
})

test('a slug has only lowercase letters, digits and single hyphens, and is the same for NFC and NFD titles', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (title) => {
      expect(slugify(title)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(slugify(title.normalize('NFD'))).toBe(slugify(title.normalize('NFC')))
    }),
    { numRuns: runs(300) },
  )
})
