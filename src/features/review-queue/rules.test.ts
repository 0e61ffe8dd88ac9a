import { expect, test } from 'vitest'
import { kindOf, namesReview } from '#features/reviews/queue.ts'
import { likeness } from './rules.ts'

test('a filter names one kind of review', () => {
  expect(kindOf({})).toBe('review')
  expect(kindOf({ needs_review: ['voting_review'] })).toBe('voting')
  expect(kindOf({ needs_review: ['review', 'voting_review'] })).toBe('review')
  expect(kindOf({ content_review_status: ['rejected'] })).toBe('content')
  expect(namesReview({ status: ['complete'] })).toBe(false)
})

const two = {
  sameOrganization: false,
  sameTitle: false,
  sameAccount: false,
  text: 0,
  cents: [100, 100] as const,
}

test('doubles share a title within one organization, an account across two, or text and sum anywhere', () => {
  expect(likeness(two)).toEqual([])
  expect(likeness({ ...two, sameOrganization: true, sameAccount: true })).toEqual([])
  expect(likeness({ ...two, sameOrganization: true, sameTitle: true, sameAccount: true })).toEqual([
    'organization',
    'title',
    'sum',
  ])
  expect(likeness({ ...two, sameAccount: true, cents: [100, 900] })).toEqual(['bank_account'])
  expect(likeness({ ...two, text: 0.7 })).toEqual(['text', 'sum'])
  expect(likeness({ ...two, text: 0.7, cents: [100, 106] })).toEqual([])
  expect(likeness({ ...two, text: 0.7, cents: [0, 0] })).toEqual([])
})
