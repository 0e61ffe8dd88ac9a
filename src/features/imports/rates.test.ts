import { expect, test } from 'vitest'
import { atRate, currenciesWith, isRate, rateFor } from './rates.ts'

test.each([
  [100, '1.15', 115],
  [1, '1.5', 2], // half a cent is rounded up
  [1, '1,49999999', 1],
  [3, '0.1', 0],
  [99_999_999_999, '1', 99_999_999_999],
  [99_999_999_999, '1.1', undefined],
  [100_000_000_001, '1', undefined],
])('%i cents at %s are %s euro cents', (cents, rate, euro) => {
  expect(atRate(cents, rate)).toBe(euro)
})

test('the most specific rate wins: by day, by year, general', () => {
  const rates = { CHF: '0.9', 'CHF 2016': '0.91', 'CHF 2016-05-31': '0.92', 'USD 2016': '0.8' }
  expect(rateFor('CHF', { year: 2016, date: '2016-05-31' }, rates)).toBe('0.92')
  expect(rateFor('CHF', { year: 2016, date: '2016-06-01' }, rates)).toBe('0.91')
  expect(rateFor('CHF', { year: 2017 }, rates)).toBe('0.9')
  expect(rateFor('USD', { year: 2016 }, rates)).toBe('0.8')
  expect(rateFor('USD', { year: 2017 }, rates)).toBeUndefined()
  expect(rateFor('GBP', { year: 2016 }, rates)).toBeUndefined()
  expect(rateFor('EUR', {}, rates)).toBe('1')
  expect(rateFor(undefined, {}, rates)).toBe('1')
  expect(currenciesWith(rates)).toEqual(['CHF', 'USD'])
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
