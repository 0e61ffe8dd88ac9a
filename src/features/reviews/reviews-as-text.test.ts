import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outcomesOf } from './outcomes.ts'
import { readReviews, writeReviews } from './reviews-as-text.ts'

const outcome = (kind: Parameters<typeof outcomesOf>[0], subject: Parameters<typeof outcomesOf>[1]) =>
  fc.constantFrom(null, ...outcomesOf(kind, subject))

test('reviews of a project survive being written and read again', () => {
  const project = fc.record({
    review_status: outcome('review', 'project'),
    content_review_status: outcome('content', 'project'),
    voting_review_status: outcome('voting', 'project'),
    needs_donation_review: fc.boolean(),
    needs_voting_review: fc.boolean(),
    is_banned: fc.boolean(),
  })
  const blank = {
    review_status: null,
    content_review_status: null,
    voting_review_status: null,
    needs_voting_review: false,
    is_banned: false,
  }
  fc.assert(
    fc.property(project, (row) => {
      const text = writeReviews('project', { ...row, status: 2 })!
      expect({ ...blank, ...readReviews('project', text) }).toEqual(row)
    }),
  )
})

test('reviews of an organization survive being written and read again', () => {
  const organization = fc.record({
    review_status: outcome('review', 'organization'),
    content_review_status: outcome('content', 'organization'),
    nonprofit_review_status: outcome('nonprofit', 'organization'),
    voting_review_status: outcome('voting', 'organization'),
    needs_review: fc.boolean(),
    needs_voting_review: fc.boolean(),
  })
  const blank = {
    review_status: null,
    content_review_status: null,
    nonprofit_review_status: null,
    voting_review_status: null,
    needs_voting_review: false,
  }
  fc.assert(
    fc.property(organization, (row) => {
      const text = writeReviews('organization', { ...row, status: 2 })!
      expect({ ...blank, ...readReviews('organization', text) }).toEqual(row)
    }),
  )
})

test('drafts and archived records have no review values, and no other text is parsed', () => {
  expect(writeReviews('project', { status: 3, review_status: 2, needs_donation_review: false })).toBeNull()
  expect(writeReviews('organization', { status: 1, review_status: 4, needs_review: false })).toBeNull()
  expect(writeReviews('project', { status: 2, review_status: null })).toBe('none')
  for (const [subject, text] of [
    ['project', 'approved'],
    ['project', 'review passed, review rejected'],
    ['project', 'nonprofit accepted'],
    ['organization', 'banned'],
    ['organization', 'nonprofit passed, none'],
    ['organization', 'review passed,'],
  ] as const)
    expect([text, readReviews(subject, text)]).toEqual([text, undefined])
})
