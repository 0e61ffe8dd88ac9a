import { expect, test } from 'vitest'
import { texts } from '#app/texts.ts'
import { textOf } from '#server/base/texts.ts'
import { projectRecord } from '#features/projects/fields.ts'
import { changesOf } from './describe.ts'

const asked = (key: string, type: 'choice' | 'amount', label: string) => ({
  key,
  type,
  label,
  step: 'basics' as const,
  choices: type === 'choice' ? [{ key: 'old', label: 'From 60 on' }] : [],
  required: false,
  active: true,
})

const words = {
  locale: 'en_US' as const,
  of: (key: string) => textOf('en_US', key),
  has: (key: string) => key in texts,
  fields: [asked('age', 'choice', 'Age group'), asked('share', 'amount', 'Own share')],
}
const change = (key: string, before: unknown, after: unknown) =>
  changesOf({ before: { [key]: before }, after: { [key]: after } }, projectRecord, words)[0]

test.each([
  ['title', 'Brunnen', 'Neuer Brunnen', 'Title', 'Brunnen', 'Neuer Brunnen'],
  ['status', 1, 2, 'Status', 'In progress', 'Complete'],
  ['review_status', null, 2, 'Review', '(empty)', 'Public'],
  ['content_review_status', 2, 3, 'Content review', 'Accepted', 'Rejected'],
  ['funding_type', 1, 4, 'Funding type', 'Donation', 'Profit-savings'],
  ['is_banned', false, true, 'Banned', 'no', 'yes'],
  ['ends_on', null, '2026-12-31', 'End', '(empty)', '31.12.2026'],
])('%s from %o to %o reads %s: %s → %s', (key, before, after, field, from, to) => {
  expect(change(key, before, after)).toEqual({ field, before: from, after: to })
})

test('needs read as their titles and amounts', () => {
  const needs = [{ id: 4, title: 'Pumpe', amount_cents: 125000 }]
  expect(change('needs', [], needs)).toEqual({
    field: 'Needs',
    before: '(empty)',
    after: 'Pumpe €1,250.00',
  })
})

test("changes of additional fields show the question and the choice's label", () => {
  expect(change('additional.age', null, 'old')).toEqual({
    field: 'Age group',
    before: '(empty)',
    after: 'From 60 on',
  })
  expect(change('additional.share', 1250, 0)).toMatchObject({ field: 'Own share', before: '€12.50' })
  // The field was deleted, so only its key is known.
  expect(change('additional.gone', 'a', 'b')).toEqual({ field: 'additional.gone', before: 'a', after: 'b' })
})

test('a field without a label is shown by its key, and version and reason are omitted', () => {
  expect(change('brand_new', 'a', 'b')).toEqual({ field: 'brand_new', before: 'a', after: 'b' })
  expect(
    changesOf({ before: { version: 1 }, after: { version: 2, reason: 'x' } }, projectRecord, words),
  ).toEqual([])
})

test('an event without a before has no changes', () => {
  expect(changesOf({ before: null, after: { title: 'New' } }, projectRecord, words)).toEqual([])
})
