import { expect, test } from 'vitest'
import { formatValue } from './format-value.ts'
import { acceptsFormat, formats, formatsOf } from './places.ts'

test.each([
  ['2026-03-01', 'day_de', '01.03.2026'],
  ['2026-03-01', 'day_de_long', '1. März 2026'],
  ['2026-03-01', 'day_en', 'Mar 1, 2026'],
  ['2026-03-01', 'day_en_long', 'March 1, 2026'],
  [127_500, 'eur_de', '1.275,00 €'],
  [127_500, 'eur_en', '€1,275.00'],
  [127_500, 'words_de', 'eintausendzweihundertfünfundsiebzig Euro'],
  [127_500, 'words_en', 'one thousand two hundred seventy-five euros'],
  [true, 'checked_yes', true],
  [true, 'checked_no', false],
  [false, 'checked_no', true],
  [null, 'checked_no', false],
  [null, 'eur_de', ''],
  ['', 'day_de', ''],
] as const)('%s as %s', (value, format, written) => {
  expect(formatValue(value, format)).toBe(written)
})

test('a value of another kind is an error, never a guess', () => {
  expect(() => formatValue('12', 'eur_de')).toThrow(TypeError)
  expect(() => formatValue(12.5, 'eur_de')).toThrow(TypeError)
  expect(() => formatValue('2026-02-30', 'day_de')).toThrow(RangeError)
  expect(() => formatValue(3, 'text')).toThrow(TypeError)
})

test('every format belongs to a type of token, and each type of field accepts only suitable formats', () => {
  expect(new Set(Object.values(formatsOf).flat())).toEqual(new Set(formats))
  expect(acceptsFormat('checkbox', 'text')).toBe(false)
  expect(acceptsFormat('text', 'checked_yes')).toBe(false)
  expect(acceptsFormat('checkbox', 'checked_no')).toBe(true)
  expect(acceptsFormat('signature', 'image')).toBe(true)
  expect(acceptsFormat('lines', 'words_de')).toBe(true)
  expect(acceptsFormat('other', 'text')).toBe(false)
})
