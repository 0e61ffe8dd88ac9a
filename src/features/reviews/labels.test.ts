import { describe, expect, test } from 'vitest'
import { text, textOf } from '#server/texts.ts'
import {
  financingLabels,
  financingNames,
  fundingTypes,
  type Label,
  labelsOfReview,
  outcomesOf,
  proofLabels,
  proofName,
  reviewLabel,
  type ReviewKind,
  statusLabel,
  type Subject,
} from './labels.ts'

/** A label as people see it: word and tone; "-" where there is none. */
const shown = (label: Label | undefined) => (label ? `${text('en_US', label.text)} ${label.tone}` : '-')
const subjects: Subject[] = ['project', 'organization']
const strange = [null, 0, 1, 5, 99, -1]

describe('status choice (project and organization)', () => {
  test.each([
    [1, 'In progress warning'],
    [2, 'Complete success'],
    [3, 'Archived default'],
    [null, '-'],
    [0, '-'],
    [4, '-'],
  ])('%s shows %s', (choice, label) => expect(shown(statusLabel(choice))).toBe(label))
})

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

describe('financing status', () => {
  const project = { fully_funded: false, expired: false, can_receive_fundings: false, is_banned: false }
  test.each<[Partial<typeof project>, string[]]>([
    [{}, []],
    [{ fully_funded: true }, ['Fully funded success']],
    [{ expired: true }, ['Expired default']],
    [{ can_receive_fundings: true }, ['In financing info']],
    [{ fully_funded: true, expired: true, can_receive_fundings: true }, ['Fully funded success']],
    [{ expired: true, can_receive_fundings: true }, ['Expired default']],
    [{ is_banned: true }, ['Banned danger']],
    [{ fully_funded: true, is_banned: true }, ['Fully funded success', 'Banned danger']],
    [{ expired: true, is_banned: true }, ['Expired default', 'Banned danger']],
  ])('%o shows %o', (flags, labels) =>
    expect(financingNames({ ...project, ...flags }).map((name) => shown(financingLabels[name]))).toEqual(
      labels,
    ),
  )
})

test('proof status follows the one flag', () => {
  expect(shown(proofLabels[proofName({ is_notice_of_exemption_expired: true })])).toBe('Expired danger')
  expect(shown(proofLabels[proofName({ is_notice_of_exemption_expired: false })])).toBe('Valid success')
})

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

test('every outcome staff may choose has a label, and the kinds offer what the specification names', () => {
  for (const subject of subjects)
    for (const kind of ['review', 'content', 'voting', 'nonprofit'] as const)
      for (const outcome of outcomesOf(kind, subject))
        expect(reviewLabel(kind, subject, outcome)).toBeDefined()
  expect(outcomesOf('review', 'project')).toEqual([2, 3, 4])
  expect(outcomesOf('content', 'organization')).toEqual([2, 3])
  expect(outcomesOf('nonprofit', 'project')).toEqual([])
})

test('labels have the design’s German words', () => {
  const words = ['in_progress', 'complete', 'archived', 'public', 'accepted', 'rejected', 'needs_review']
  const more = ['proof_expired', 'fully_funded', 'expired', 'in_financing', 'banned', 'valid']
  const german = [...words, ...more].map((name) => textOf('du_DE', `labels.${name}`))
  expect(german.join(' · ')).toBe(
    'In Bearbeitung · Vollständig · Archiviert · Öffentlich · Angenommen · Abgelehnt · Prüfung nötig · Nachweis abgelaufen · Voll finanziert · Abgelaufen · In Finanzierung · Gesperrt · Gültig',
  )
})
