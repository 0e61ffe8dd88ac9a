import { reviewOutcome } from '#shared/statuses.ts'
import type { Translate } from '#web/texts.ts'
import { outcomesOf, reviewLabel } from '#features/reviews/outcomes.ts'
import type { OpenedQueue, Outcome } from './review-session.ts'

const inOrder = [reviewOutcome.passed, reviewOutcome.accepted, reviewOutcome.rejected] as const

export type DeskDialog = 'ask' | 'compare' | 'snippets' | 'mail' | 'hand_over' | 'keys'

/** Name of an outcome in the person's language. */
export function outcomeWord(kind: OpenedQueue['kind'], outcome: Outcome, t: Translate): string {
  return t.of(reviewLabel(kind, 'project', outcome)?.text ?? '')
}

/** The outcomes of a kind in the panel's order: passed, accepted, rejected. */
export function outcomesInOrder(kind: OpenedQueue['kind']): Outcome[] {
  const known = outcomesOf(kind, 'project')
  return inOrder.filter((one) => known.includes(one))
}
