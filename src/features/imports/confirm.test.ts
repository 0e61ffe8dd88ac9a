import { expect, test } from 'vitest'
import { isTypedSum } from './confirm.ts'
import { bookedBy, type ImportCounts, sumToType, whyNotBooked } from './work-rules.ts'

test('a typed sum is compared by its digits only', () => {
  for (const typed of ['5,042,392.10', '5.042.392,10 €', '€5042392.10', '5 042 392,10', '504239210'])
    expect([typed, isTypedSum(typed, 504_239_210)]).toEqual([typed, true])
  for (const typed of ['', '5,042', '5,042,392', '5,042,392.11', '50,423,921.00'])
    expect([typed, isTypedSum(typed, 504_239_210)]).toEqual([typed, false])
})

test('zero cents may be omitted, but not the euros', () => {
  for (const typed of ['433,432,958', '433.432.958,00 €', '433432958.00'])
    expect([typed, isTypedSum(typed, 43_343_295_800)]).toEqual([typed, true])
  expect(isTypedSum('4,334,329.58', 43_343_295_800)).toBe(false)
  expect(isTypedSum('0', 0)).toBe(true)
})

const counts = (gifts: number, cents: number): ImportCounts => ({
  rows: gifts,
  refused: 0,
  refused_by: [],
  organizations: { new: 1, known: 0 },
  projects: { new: 1, known: 0 },
  gifts: { new: gifts, known: 3 },
  years: [
    { year: 2016, gifts: gifts + 3, cents: cents + 500, new_cents: cents - 1 },
    { year: 2017, gifts: 1, cents: 1, new_cents: 1 },
  ],
})

test('a sum at or above the limit must be confirmed, and a confirmation must match even below it', () => {
  expect(bookedBy(counts(2, 1_000))).toEqual({ gifts: 2, cents: 1_000, taken_cents: 0 })
  expect(whyNotBooked(counts(2, 999), null, 1_000)).toBeUndefined()
  expect(whyNotBooked(counts(2, 1_000), null, 1_000)).toBe('not_confirmed')
  expect(whyNotBooked(counts(2, 1_000), { gifts: 2, cents: 1_000 }, 1_000)).toBeUndefined()
  expect(whyNotBooked(counts(2, 1_000), { gifts: 3, cents: 1_000 }, 1_000)).toBe('not_as_confirmed')
  expect(whyNotBooked(counts(2, 10), { gifts: 2, cents: 11 }, 1_000)).toBe('not_as_confirmed')
})

test('the sum taken off booked gifts needs its own confirmation', () => {
  const taking: ImportCounts = { ...counts(1, 10), taken_back: { gifts: 1, cents: 1_000, first: [] } }
  expect(bookedBy(taking)).toEqual({ gifts: 1, cents: 10, taken_cents: 1_000 })
  expect(sumToType(bookedBy(taking))).toBe(1_000)
  expect(whyNotBooked(taking, null, 1_001)).toBeUndefined()
  expect(whyNotBooked(taking, null, 1_000)).toBe('not_confirmed')
  expect(whyNotBooked(taking, { gifts: 1, cents: 10 }, 5_000)).toBe('not_as_confirmed')
  expect(whyNotBooked(taking, { gifts: 1, cents: 10, taken_cents: 1_000 }, 1_000)).toBeUndefined()
})
