import { expect, test } from 'vitest'
import { wordsOf } from '#shared/lists/list-cells.ts'
import { textOf } from '#server/base/texts.ts'
import { projectCells } from './cells.ts'
import type { ProjectRow } from './contract.ts'
import type { ProjectColumn } from './table.ts'

// The columns' cells read these values of a row.
const row = {
  id: 1,
  slug: 'brunnen',
  title: 'Brunnen',
  organization: { slug: 'verein', title: 'Verein', email_contact: '' },
  status: { choice: 2, display: 'Complete' },
  review_status: { choice: null, display: '-' },
  content_review_status: { choice: null, display: '-' },
  voting_review_status: { choice: null, display: '-' },
  needs_donation_review: false,
  needs_voting_review: false,
  fully_funded: false,
  expired: false,
  can_receive_fundings: false,
  is_banned: false,
  funding_type: { choice: 1, display: 'Donation' },
  individual_bank_account: null,
  internal_status: null,
  target_cents: 100,
  funded_cents: 0,
  missing_cents: 100,
  settled_cents: 0,
  paid_cents: 0,
  arrived_cents: 0,
  allocated_on: null,
  settled_on: null,
  paid_on: null,
  arrived_on: null,
  ends_on: null,
  reviewer: null,
  waiting_since: null,
  additional: {},
  proof: 'valid',
  town: '',
  postcode: '',
  blocking: [],
  last_decision: null,
  open_tasks: 0,
  waiting_acts: [],
  version: 1,
} as ProjectRow
const shown = (column: ProjectColumn, change: Partial<ProjectRow>) => {
  const cell = projectCells[column]({ ...row, ...change })
  const labels = typeof cell === 'object' && cell && 'labels' in cell ? cell.labels : []
  const words = wordsOf('text', cell, { locale: 'en_US', textOf: (key) => textOf('en_US', key) })
  return [words, ...labels.map((label) => label.tone)]
}
const choice = (number: number | null) => ({ choice: number, display: '' })

test.each([
  [{ choice: 1, display: 'In progress' }, ['In progress', 'warning']],
  [{ choice: 2, display: 'Complete' }, ['Complete', 'success']],
  [{ choice: 3, display: 'Archived' }, ['Archived', 'default']],
  [{ choice: 2, display: 'Finished' }, ['Finished', 'success']],
  [{ choice: 9, display: 'Odd' }, ['-']],
])('status %o shows %o', (status, expected) => {
  expect(shown('status', { status })).toEqual(expected)
})

test.each([
  [null, false, ['-']],
  [1, false, ['-']],
  [2, false, ['Public', 'success']],
  [3, false, ['Rejected', 'danger']],
  [4, false, ['Accepted', 'success']],
  [null, true, ['Needs review', 'warning']],
  [2, true, ['Public, Needs review', 'success', 'warning']],
])('review %s with needs-review %s shows %o', (outcome, flag, expected) => {
  expect(shown('review_status', { review_status: choice(outcome), needs_donation_review: flag })).toEqual(
    expected,
  )
})

test.each([
  [2, ['Accepted', 'success']],
  [3, ['Rejected', 'danger']],
  [4, ['-']],
  [null, ['-']],
])('content review %s shows %o', (outcome, expected) => {
  expect(shown('content_review_status', { content_review_status: choice(outcome) })).toEqual(expected)
})

test.each([
  [2, false, ['Public', 'success']],
  [4, false, ['Accepted', 'success']],
  [3, true, ['Rejected, Needs review', 'danger', 'warning']],
  [1, false, ['-']],
  [1, true, ['Needs review', 'warning']],
])('voting review %s with its flag %s shows %o', (outcome, flag, expected) => {
  expect(
    shown('voting_review_status', { voting_review_status: choice(outcome), needs_voting_review: flag }),
  ).toEqual(expected)
})

test.each([
  [{ fully_funded: true, expired: true, can_receive_fundings: true }, ['Fully funded', 'success']],
  [{ expired: true, can_receive_fundings: true }, ['Expired', 'default']],
  [{ can_receive_fundings: true }, ['In financing', 'info']],
  [{ is_banned: true }, ['Banned', 'danger']],
  [{ fully_funded: true, is_banned: true }, ['Fully funded, Banned', 'success', 'danger']],
  [{}, ['-']],
])('financing of %o shows %o', (flags, expected) => {
  expect(shown('financing_status', flags)).toEqual(expected)
})

test('a waiting proposal is shown next to the financing status', () => {
  const waiting = shown('financing_status', { is_banned: true, waiting_acts: ['fund'] })
  expect(waiting).toEqual(['Waiting for second person, Banned', 'warning', 'danger'])
})

test('an individual bank account replaces the funding type', () => {
  expect(shown('funding_type', {})).toEqual(['Donation'])
  const account = { slug: 'konto', title: 'Sonderkonto Flut' }
  expect(shown('funding_type', { individual_bank_account: account })).toEqual(['Sonderkonto Flut'])
})

test('the internal status is its label, or the dash', () => {
  expect(shown('internal_status', {})).toEqual(['-'])
  expect(shown('internal_status', { internal_status: { slug: 'a', label: 'Waiting' } })).toEqual(['Waiting'])
})
