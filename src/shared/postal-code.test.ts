import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/runs.ts'
import { isPostalCode, postalCodeKey } from './postal-code.ts'

test.each([
  ['01067', 'DE', true],
  ['1067', 'DE', false],
  ['D-01067', 'DE', true],
  ['A-1010', 'DE', true],
  ['1010', 'AT', true],
  ['10100', 'AT', false],
  ['CH-8001', '', true],
  ['sw1a 1aa', 'GB', true],
  ['1012 AB', 'NL', true],
  ['00-950', 'PL', true],
  ['', 'DE', false],
  ['ABC 12', 'JP', true],
])('%s of %s: %s', (text, country, is) => expect(isPostalCode(text, country)).toBe(is))

test('a German postcode without its leading zero is equal, an Austrian one is not', () => {
  expect(postalCodeKey('1067')).toBe(postalCodeKey('01067'))
  expect(postalCodeKey('D-01067')).toBe(postalCodeKey('01067'))
  expect(postalCodeKey('1010', 'AT')).toBe(postalCodeKey('A-1010'))
  expect(postalCodeKey('A-1010')).not.toBe(postalCodeKey('01010'))
})

test('the key of a key is the key itself, and blanks do not change it', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^(?:[A-Z]{1,2}-)?[0-9A-Z ]{1,10}$/), (text) => {
      const key = postalCodeKey(text)
      expect(postalCodeKey(key)).toBe(key)
      expect(postalCodeKey(` ${text} `)).toBe(key)
    }),
    { numRuns: runs(300) },
  )
})

test('every German postcode that lost its zero keeps its key', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 9999 }), (number) => {
      expect(postalCodeKey(String(number))).toBe(String(number).padStart(5, '0'))
    }),
    { numRuns: runs(200) },
  )
})
