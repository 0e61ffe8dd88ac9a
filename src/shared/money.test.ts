import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/runs.ts'
import { locales } from './messages.ts'
import { maxAmountCents, parseAmount, typedForm } from './money.ts'

test.each([
  ['1,234.56', 123_456],
  ['1234.56', 123_456],
  ['1234', 123_400],
  ['12.5', 1_250],
  ['0.01', 1],
  ['1,234,567', 123_456_700],
  ['1,234,567.80', 123_456_780],
  ['€ 5', 500],
])('in English %s is %i cents', (text, cents) => {
  expect(parseAmount(text, 'en_US')).toBe(cents)
})

test.each([
  ['1.234,56', 123_456],
  ['1234,56', 123_456],
  ['1234', 123_400],
  ['12,5', 1_250],
  ['1.234.567', 123_456_700],
  ['5 €', 500],
])('in German %s is %i cents', (text, cents) => {
  expect(parseAmount(text, 'sie_DE')).toBe(cents)
  expect(parseAmount(text, 'du_DE')).toBe(cents)
})

test.each([
  '1.234',
  '1,234',
  '999,999',
  '12.345',
  '1.2345',
  '1,23,4',
  '-5',
  '1e3',
  'abc',
  '',
  '.5',
  '5.',
  '1.234.56',
])('in every language “%s” is refused as ambiguous or as no amount', (text) => {
  for (const locale of locales) expect(parseAmount(text, locale)).toBeUndefined()
})

test('the notation of the other language is refused, never read as another amount', () => {
  expect(parseAmount('1.234,56', 'en_US')).toBeUndefined()
  expect(parseAmount('1,234.56', 'sie_DE')).toBeUndefined()
  expect(parseAmount('12,50', 'en_US')).toBeUndefined()
  expect(parseAmount('12.50', 'sie_DE')).toBeUndefined()
})

test('a displayed amount is read back as the same cents, in every language', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: maxAmountCents }), fc.constantFrom(...locales), (cents, locale) => {
      expect(parseAmount(typedForm(cents, locale), locale)).toBe(cents)
    }),
    { numRuns: runs(300) },
  )
})
