import { expect, test } from 'vitest'
import { applied } from '#shared/lists/list-state.ts'
import { boundOf, typedBound, withBound, withNegation, withValues } from './draft.ts'

test('a filter without values loses its “is not”', () => {
  const asked = withNegation({ town: ['Berlin'], status: ['complete'] }, 'town', true)
  expect(asked).toEqual({ town: ['Berlin'], status: ['complete'], not: ['town'] })
  expect(withValues(asked, 'town', [])).toEqual({ status: ['complete'] })
  expect(withNegation(asked, 'town', false)).toEqual({ town: ['Berlin'], status: ['complete'] })
})

test('“is not” may be chosen before any value, and has no effect until then', () => {
  const early = withNegation({}, 'town', true)
  expect(applied(early)).toEqual({})
  expect(applied(withValues(early, 'town', ['Bonn']))).toEqual({ town: ['Bonn'], not: ['town'] })
})

test.each([
  ['cents', '1.234,50', 'sie_DE', '123450'],
  ['cents', '1,234.50', 'en_US', '123450'],
  ['cents', 'much', 'en_US', undefined],
  ['percent', '50 %', 'en_US', '50'],
  ['percent', 'half', 'en_US', undefined],
  ['days', 'Heute', 'sie_DE', 'today'],
  ['days', 'today', 'sie_DE', 'today'],
  ['days', '+30', 'en_US', '+30'],
  ['days', '30', 'en_US', '+30'],
  ['days', '−14', 'en_US', '-14'],
  ['days', '31.12.2026', 'en_US', '2026-12-31'],
  ['days', '31.02.2026', 'en_US', undefined],
  ['days', ' ', 'en_US', ''],
] as const)('the wire form of %s “%s” (%s) is %s', (shape, typed, locale, bound) => {
  const words = { locale, today: locale === 'en_US' ? 'today' : 'heute' }
  expect(boundOf(shape, typed, words)).toBe(bound)
  if (bound) expect(boundOf(shape, typedBound(shape, bound, words), words)).toBe(bound)
})

test('either end of a range can be typed and cleared', () => {
  expect(withBound(undefined, 'from', 'today')).toBe('today..')
  expect(withBound('today..', 'to', '+30')).toBe('today..+30')
  expect(withBound('today..+30', 'from', '')).toBe('..+30')
  expect(withBound('..+30', 'to', '')).toBeUndefined()
})
