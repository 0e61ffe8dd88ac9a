import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatEuro } from '#shared/money.ts'
import { runs } from '#test/runs.ts'
import { readJournalSearch } from './search.ts'

const exactly = (cents: number) => ({ from: cents, to: cents })

test.each([
  ['1.850,00', undefined, exactly(185_000)],
  ['1,850.00 €', undefined, exactly(185_000)],
  ['€50.00', undefined, exactly(5_000)],
  ['500', 500, exactly(50_000)],
  ['48.871', 48_871, undefined],
  ['48,871', 48_871, undefined],
  ['100..200', undefined, { from: 10_000, to: 20_000 }],
  ['99,50..1.200,00', undefined, { from: 9_950, to: 120_000 }],
  ['<=20,50', undefined, { from: 0, to: 2_050 }],
  ['<20.50', undefined, { from: 0, to: 2_049 }],
])('%s', (text, number, amount) => {
  expect(readJournalSearch(text)).toEqual({ number, amount })
})

test('a search above an amount has no upper limit', () => {
  expect(readJournalSearch('>500')?.amount?.from).toBe(50_001)
  expect(readJournalSearch('>= 1.234,56')?.amount?.from).toBe(123_456)
  expect(readJournalSearch('>500')?.amount?.to).toBeGreaterThan(10 ** 13)
})

test.each(['', 'x', '1,5', '12.345.6', '1.2,3', '200..100', '..5', '5..', '>', '1,234,5.00', '>1.234', '-5'])(
  '"%s" is rejected as an invalid search',
  (text) => expect(readJournalSearch(text)).toBeUndefined(),
)

test('an amount is found in the notation of each language', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 11 }),
      fc.constantFrom('en_US', 'sie_DE'),
      (cents, locale) => {
        expect(readJournalSearch(formatEuro(cents, locale as 'en_US'))?.amount).toEqual(exactly(cents))
      },
    ),
    { numRuns: runs(200) },
  )
})
