import { expect, test } from 'vitest'
import { text } from '#server/base/texts.ts'
import { fundingTypes } from './funding-types.ts'

test('funding types 1 to 4 have the specification’s names', () => {
  expect(
    Object.entries(fundingTypes).map(([n, type]) => [n, text('en_US', type.text), type.feature]),
  ).toEqual([
    ['1', 'Donation', 'enableDonations'],
    ['2', 'Sponsoring', 'enableSponsoring'],
    ['3', 'Foundation', 'enableFoundation'],
    ['4', 'Profit-savings', 'enableGewinnsparen'],
  ])
})
