import type { ReviewOutcome } from '#shared/statuses.ts'
import { type Answer, q } from '#web/api.ts'

export type OpenedQueue = Answer<'GET /api/v4/reviews/queue/'>
export type QueueRecord = Answer<'GET /api/v4/reviews/queue/:slug/'>
type LeaseHolder = NonNullable<Answer<'POST /api/v4/reviews/take/'>['taken']>
export type Outcome = ReviewOutcome
export type CustomWording = { subject: string; text: string }

/** The reviewer's choices and text for one project. */
export type Draft = {
  outcome: Outcome | undefined
  reason: string
  mail: boolean
  own: CustomWording | undefined
}
export const emptyDraft: Draft = { outcome: undefined, reason: '', mail: true, own: undefined }

export type Mark = 'skipped' | 'asked' | 'handed_over' | { outcome: Outcome }

export type SavedDecision = {
  slug: string
  title: string
  event: number
  mail_at: string | null
  draft: Draft
  at: number
}

/** State of the lease on the project on the screen. */
export type LeaseState = 'asking' | 'mine' | 'given_back' | 'nobody' | LeaseHolder

export const recordQuery = (slug: string, kind: OpenedQueue['kind']) => ({
  ...q('GET /api/v4/reviews/queue/:slug/', { params: { slug }, query: { kind } }),
  // Preloaded data is shown at once and refetched while it is on the screen.
  gcTime: 10 * 60_000,
})

export type DecisionToSend = { slug: string; draft: Draft; title: string; version: number }
