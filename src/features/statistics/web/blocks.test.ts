import { expect, test } from 'vitest'
import type { Group, Statistics } from '../contract.ts'
import { blocksOf } from './blocks.ts'

const none = {
  allocated_cents: 0,
  settled_cents: 0,
  paid_cents: 0,
  arrived_cents: 0,
  refunded_cents: 0,
  projects: 0,
  organizations: 0,
  donors: 0,
  by_type: null,
}
const row = (key: string, choice: number | null, allocated_cents: number, paid_cents = 0): Group => ({
  ...none,
  key,
  title: key,
  funding_type: choice === null ? null : { choice, display: String(choice) },
  allocated_cents,
  paid_cents,
})
const statistics: Statistics = {
  date_from: '2026-01-01',
  date_to: '2026-12-31',
  as_of: null,
  totals: none,
  series: [row('bank', 4, 80), row('werke', 2, 70, 70), row('bank', 1, 30, 60)],
  subtotals: [row('bank', null, 110, 60), row('werke', null, 70, 70)],
}
const shown = (sort?: 'paid') =>
  blocksOf(statistics, sort).map(({ sum, parts }) => [
    sum.key,
    sum.funding_type?.choice,
    parts.map((part) => part.funding_type?.choice),
  ])

test('a company with several funding types gets a heading row, and one with a single type gets one row', () => {
  expect(shown()).toEqual([
    ['bank', undefined, [4, 1]],
    ['werke', 2, []],
  ])
})

test('sorting by a figure orders companies by their sums, and types within each company', () => {
  expect(shown('paid')).toEqual([
    ['werke', 2, []],
    ['bank', undefined, [1, 4]],
  ])
})
