import { expect, test } from 'vitest'
import { byUrgency, mayWaitFor, type WaitingKind, waitingKinds, wordsOf } from './waiting.ts'

const today = '2026-11-23'
const work = (kind: WaitingKind, day: string | null) => ({ kind, day })

test('orders work that is due first, then by how long it has waited, then work that is due later', () => {
  const sorted = [
    work('tasks', '2026-11-24'),
    work('reviews', null),
    work('lines', '2026-11-20'),
    work('payouts_open', '2026-11-02'),
    work('approvals', today),
    work('proofs', '2026-10-01'),
  ]
  expect(byUrgency(sorted.toReversed(), today).map(({ kind }) => kind)).toEqual([
    'proofs',
    'approvals',
    'payouts_open',
    'lines',
    'reviews',
    'tasks',
  ])
})

test('describes the most urgent day in words', () => {
  const told = (kind: WaitingKind, day: string | null) => {
    const { text, count } = wordsOf({ kind, day }, today)
    return [text.replace('dashboard.waiting.', ''), count]
  }
  expect(told('tasks', '2026-11-20')).toEqual(['tasks.past', 3])
  expect(told('tasks', today)).toEqual(['tasks.today', 0])
  expect(told('proofs', '2026-11-24')).toEqual(['proofs.days', 1])
  expect(told('lines', '2026-11-22')).toEqual(['since.days', 1])
  expect(told('reviews', today)).toEqual(['since.today', 0])
  expect(told('reviews', null)).toEqual(['since_unknown', 0])
})

test('gives company users no work on lists that show every company’s money', () => {
  const everything = { is_superuser: true, permissions: [] }
  const left = waitingKinds.filter((kind) => mayWaitFor({ ...everything, user_type: 'company' }, kind))
  expect(waitingKinds.filter((kind) => mayWaitFor(everything, kind))).toEqual(waitingKinds)
  expect(waitingKinds.filter((kind) => !left.includes(kind))).toEqual([
    'payouts_open',
    'lines',
    'payouts_exported',
  ])
})
