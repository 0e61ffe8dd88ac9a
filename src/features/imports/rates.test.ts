import { expect, test } from 'vitest'
import { inEuroCents, isRate } from './rates.ts'

test.each([
  [100, 'GBP', '1.15', 115],
  [1, 'GBP', '1.5', 2], // half a cent goes up
  [1, 'GBP', '1,49999999', 1],
  [3, 'GBP', '0.1', 0],
  [99_999_999_999, 'GBP', '1', 99_999_999_999],
  [99_999_999_999, 'GBP', '1.1', undefined],
  [100_000_000_001, undefined, '1', undefined],
  [500, undefined, '9', 500],
  [500, 'EUR', '9', 500],
  [500, 'USD', '9', undefined],
])('%i cents of %s at %s are %s euro cents', (cents, currency, rate, euro) => {
  expect(inEuroCents(cents, currency, { GBP: rate })).toBe(euro)
})

test.each([
  ['1.15', true],
  ['0,00000001', true],
  ['0', false],
  ['0.00', false],
  ['-1', false],
  ['1e3', false],
  ['', false],
  ['1.123456789', false],
])('%s as a rate: %s', (text, expected) => {
  expect(isRate(text)).toBe(expected)
})
