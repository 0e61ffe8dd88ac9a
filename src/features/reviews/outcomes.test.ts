import { describe, expect, test } from 'vitest'
import { shown } from '#test/labels.ts'
import { labelsOfReview, outcomesOf, reviewLabel, type ReviewKind, type Subject } from './outcomes.ts'

const subjects: Subject[] = ['project', 'organization']
const strange = [null, 0, 1, 5, 99, -1]

describe('review status choice', () => {
  test.each<[Subject, number | null, string]>([
    ['project', 2, 'Public success'],
    ['organization', 2, 'Accepted success'],
    ['project', 3, 'Rejected danger'],
    ['organization', 3, 'Rejected danger'],
    ['project', 4, 'Accepted success'],
    ['organization', 4, 'Accepted success'],
  ])('%s %s shows %s', (subject, choice, label) =>
    expect(shown(reviewLabel('review', subject, choice))).toBe(label),
  )
  test('other values show "-"', () => {
    for (const subject of subjects)
      for (const choice of strange) expect(shown(reviewLabel('review', subject, choice))).toBe('-')
  })
})

describe('content and non-profit review', () => {
  test.each<[ReviewKind, Subject, number, string]>([
    ['content', 'project', 2, 'Accepted success'],
    ['content', 'project', 3, 'Rejected danger'],
    ['content', 'project', 4, '-'],
    ['content', 'organization', 2, 'Accepted success'],
    ['content', 'organization', 3, 'Rejected danger'],
    ['content', 'organization', 4, '-'],
    ['nonprofit', 'organization', 2, 'Accepted success'],
    ['nonprofit', 'organization', 3, 'Rejected danger'],
    ['nonprofit', 'organization', 4, '-'],
    ['nonprofit', 'project', 2, '-'],
  ])('%s review of a(n) %s: %s shows %s', (kind, subject, choice, label) =>
    expect(shown(reviewLabel(kind, subject, choice))).toBe(label),
  )
})

describe('voting review', () => {
  test.each<[Subject, number, string]>([
    ['project', 2, 'Public success'],
    ['project', 3, 'Rejected danger'],
    ['project', 4, 'Accepted success'],
    ['organization', 2, 'Accepted success'],
    ['organization', 3, 'Rejected danger'],
    ['organization', 4, 'Accepted success'],
  ])('%s %s shows %s', (subject, choice, label) =>
    expect(shown(reviewLabel('voting', subject, choice))).toBe(label),
  )
  test('other values show "-"', () => {
    for (const subject of subjects)
      for (const choice of strange) expect(shown(reviewLabel('voting', subject, choice))).toBe('-')
  })
})

describe('"Needs review" is added when the flag is set', () => {
  test.each<[ReviewKind, Subject, number | null, boolean, string[]]>([
    ['review', 'project', 2, false, ['Public success']],
    ['review', 'project', 2, true, ['Public success', 'Needs review warning']],
    ['review', 'organization', 3, true, ['Rejected danger', 'Needs review warning']],
    ['review', 'project', null, true, ['Needs review warning']],
    ['review', 'project', null, false, []],
    ['voting', 'project', 4, true, ['Accepted success', 'Needs review warning']],
    ['voting', 'organization', null, true, ['Needs review warning']],
  ])('%s of a(n) %s, %s, flag %s', (kind, subject, choice, flag, labels) =>
    expect(labelsOfReview(kind, subject, choice, flag).map(shown)).toEqual(labels),
  )
})

test('every outcome staff may choose has a label, and the kinds offer what the specification names', () => {
  for (const subject of subjects)
    for (const kind of ['review', 'content', 'voting', 'nonprofit'] as const)
      for (const outcome of outcomesOf(kind, subject))
        expect(reviewLabel(kind, subject, outcome)).toBeDefined()
  expect(outcomesOf('review', 'project')).toEqual([2, 3, 4])
  expect(outcomesOf('content', 'organization')).toEqual([2, 3])
  expect(outcomesOf('nonprofit', 'project')).toEqual([])
})
