import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/runs.ts'
import { fill, grouped, intlTag, locales } from './messages.ts'
import { formatEuro, formatInteger, maxAmountCents, parseAmount, formatAmountInput } from './money.ts'

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
      expect(parseAmount(formatAmountInput(cents, locale), locale)).toBe(cents)
    }),
    { numRuns: runs(300) },
  )
})

test('amounts and grouped integers are written as Intl writes them, but for the minus sign of amounts', () => {
  const cents = fc.oneof(fc.integer({ min: -1_000, max: 1_000 }), fc.maxSafeInteger())
  fc.assert(
    fc.property(cents, fc.constantFrom(...locales), (value, locale) => {
      const euro = new Intl.NumberFormat(intlTag[locale], { style: 'currency', currency: 'EUR' })
      // As a decimal text: a division by 100 would round large amounts.
      const digits = String(Math.abs(value)).padStart(3, '0')
      const exact =
        `${value < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as Intl.StringNumericLiteral
      expect(formatEuro(value, locale)).toBe(euro.format(exact).replace('-', '−'))
      expect(grouped(value, locale)).toBe(value.toLocaleString(intlTag[locale]))
      const half = (value % 1_000_000) / 2
      const whole = half.toLocaleString(intlTag[locale], { maximumFractionDigits: 0 })
      expect(formatInteger(half, locale)).toBe(whole.replace(/^-0$/, '0'))
    }),
    { numRuns: runs(200) },
  )
})

test('a text takes the plural form that Intl names for its count', () => {
  for (const locale of locales) {
    const rules = new Intl.PluralRules(intlTag[locale])
    for (const count of [0, 1, 2, 10, 1_000, 1_000_000])
      expect(fill('one|other', locale, { count })).toBe(rules.select(count) === 'one' ? 'one' : 'other')
  }
})
