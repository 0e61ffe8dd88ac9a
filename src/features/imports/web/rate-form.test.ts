import { expect, test } from 'vitest'
import { ratesTyped, typedOf } from './rate-form.ts'

const nothing = { period: 'all', all: '', years: {}, days: '' } as const

test('parses a general rate, one for each year of the file, or one day per line', () => {
  expect(ratesTyped({ ...nothing, all: ' 0.9 ' }, 'CHF', [2015])).toEqual({
    rates: { CHF: '0.9' },
    isWhole: true,
  })
  const years = { ...nothing, period: 'year', years: { 2015: '0.9', 2016: 'x' } } as const
  expect(ratesTyped(years, 'CHF', [2015, 2016])).toEqual({ rates: { 'CHF 2015': '0.9' }, isWhole: false })
  expect(ratesTyped(years, 'CHF', [2015]).isWhole).toBe(true)
  const days = { ...nothing, period: 'day', days: '31.5.2016 0,9052\n\n2016-06-01;0.91\n' } as const
  expect(ratesTyped(days, 'CHF', [])).toEqual({
    rates: { 'CHF 2016-05-31': '0,9052', 'CHF 2016-06-01': '0.91' },
    isWhole: true,
  })
  expect(ratesTyped({ ...days, days: '30.2.2016 1' }, 'CHF', [])).toEqual({ rates: {}, isWhole: false })
})

test('the form restores saved rates, without other currencies', () => {
  const rates = { USD: '2', CHF: '1', 'CHF 2016-05-31': '0,9052' }
  expect(typedOf(rates, 'CHF')).toEqual({ period: 'day', all: '1', years: {}, days: '31.05.2016 0,9052' })
  expect(typedOf({ 'CHF 2016': '0.9' }, 'CHF')).toMatchObject({ period: 'year', years: { 2016: '0.9' } })
})
