import { expect, test } from 'vitest'
import { wordsOf } from '#shared/lists/list-cells.ts'
import { textOf } from '#server/base/texts.ts'
import { organizationCells } from './cells.ts'
import type { OrganizationRow } from './contract.ts'
import type { OrganizationColumn } from './table.ts'

const none = { choice: null, display: '-' }
// The parts of a row that the columns' cells read.
const row = {
  id: 1,
  slug: 'verein',
  title: 'Verein',
  preview_token: 'token',
  email_contact: '',
  status: { choice: 2, display: 'Complete' },
  review_status: none,
  content_review_status: none,
  nonprofit_review_status: none,
  voting_review_status: none,
  needs_review: false,
  needs_voting_review: false,
  is_notice_of_exemption_expired: false,
  internal_status: null,
  open_tasks: 0,
  version: 1,
} as OrganizationRow
const shown = (column: OrganizationColumn, change: Partial<OrganizationRow>) => {
  const cell = organizationCells[column]({ ...row, ...change })
  const labels = typeof cell === 'object' && cell && 'labels' in cell ? cell.labels : []
  const words = wordsOf('text', cell, { locale: 'en_US', textOf: (key) => textOf('en_US', key) })
  return [words, ...labels.map((label) => label.tone)]
}
const choice = (number: number | null) => ({ choice: number, display: '' })

test.each([
  [null, {}, ['-']],
  [2, {}, ['Accepted', 'success']],
  [3, {}, ['Rejected', 'danger']],
  [4, {}, ['Accepted', 'success']],
  [2, { is_notice_of_exemption_expired: true }, ['Accepted, Proof expired', 'success', 'danger']],
  [
    3,
    { needs_review: true, is_notice_of_exemption_expired: true },
    ['Rejected, Needs review, Proof expired', 'danger', 'warning', 'danger'],
  ],
])('review %s with %o shows %o', (outcome, flags, expected) => {
  expect(shown('review_status', { review_status: choice(outcome), ...flags })).toEqual(expected)
})

test.each([
  ['content_review_status', 2, ['Accepted', 'success']],
  ['content_review_status', 3, ['Rejected', 'danger']],
  ['content_review_status', 4, ['-']],
  ['nonprofit_review_status', 2, ['Accepted', 'success']],
  ['nonprofit_review_status', 3, ['Rejected', 'danger']],
  ['nonprofit_review_status', 1, ['-']],
  ['voting_review_status', 2, ['Accepted', 'success']],
  ['voting_review_status', 4, ['Accepted', 'success']],
  ['voting_review_status', null, ['-']],
] as const)('%s %s shows %o', (column, outcome, expected) => {
  expect(shown(column, { [column]: choice(outcome) })).toEqual(expected)
})

test('the voting review adds its needs-review flag', () => {
  expect(shown('voting_review_status', { needs_voting_review: true })).toEqual(['Needs review', 'warning'])
})

test('the proof is expired or valid', () => {
  expect(shown('proof_status', {})).toEqual(['Valid', 'success'])
  expect(shown('proof_status', { is_notice_of_exemption_expired: true })).toEqual(['Expired', 'danger'])
})
