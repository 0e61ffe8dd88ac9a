import { expect, test } from 'vitest'
import { monthsOf, spanOf } from '#shared/periods.ts'
import { changeOf, yearsBefore } from './rules.ts'

test.each([
  ['month', '2026-11-01'],
  ['quarter', '2026-10-01'],
  ['year', '2026-01-01'],
  ['12_months', '2025-12-01'],
] as const)('%s begins on %s', (period, from) => {
  expect(spanOf(period, '2026-11-22')).toEqual({ from, to: '2026-11-22' })
})

test('twelve months up to December equal the calendar year', () => {
  expect(spanOf('12_months', '2026-12-03').from).toBe('2026-01-01')
})

test.each([
  ['2026-01-01', '2026-10-31', '2025-01-01', '2025-10-31'],
  ['2024-02-01', '2024-02-29', '2023-02-01', '2023-02-28'],
  ['2024-02-29', '2024-03-10', '2023-02-28', '2023-03-10'],
  ['2023-02-01', '2023-02-28', '2022-02-01', '2022-02-28'],
  ['2025-02-01', '2025-02-28', '2024-02-01', '2024-02-29'],
])('%s to %s one year earlier is %s to %s', (from, to, before, until) => {
  expect(yearsBefore({ from, to }, 1)).toEqual({ from: before, to: until })
})

test('lists every month of a span across the turn of a year', () => {
  expect(monthsOf({ from: '2025-11-30', to: '2026-02-01' })).toEqual([
    '2025-11',
    '2025-12',
    '2026-01',
    '2026-02',
  ])
})

test('the change is a whole percentage, and undefined when there was nothing before', () => {
  expect([changeOf(116, 100), changeOf(96, 100), changeOf(5, 0), changeOf(0, 50)]).toEqual([
    16,
    -4,
    undefined,
    -100,
  ])
})
