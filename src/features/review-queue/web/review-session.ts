import type { reviewOutcome } from '#shared/statuses.ts'
import { type Answer, q } from '#web/api.ts'

export type Opened = Answer<'GET /api/v4/reviews/queue/'>
export type Record_ = Answer<'GET /api/v4/reviews/queue/:slug/'>
type Taken = NonNullable<Answer<'POST /api/v4/reviews/take/'>['taken']>
export type Outcome = (typeof reviewOutcome)[keyof typeof reviewOutcome]
export type OwnWords = { subject: string; text: string }

/** What somebody has chosen and typed for one project. */
export type Draft = { outcome: Outcome | undefined; reason: string; mail: boolean; own: OwnWords | undefined }
export const emptyDraft: Draft = { outcome: undefined, reason: '', mail: true, own: undefined }

/** What became of a project in this session. */
export type Mark = 'skipped' | 'asked' | 'handed_over' | { outcome: Outcome }

/** A decision that can be taken back, step by step. */
export type Made = {
  slug: string
  title: string
  event: number
  mail_at: string | null
  draft: Draft
  at: number
}

/** Whose the project on the screen is. */
export type Hold = 'asking' | 'mine' | 'given_back' | 'nobody' | Taken

export const recordQuery = (slug: string, kind: Opened['kind']) => ({
  ...q('GET /api/v4/reviews/queue/:slug/', { params: { slug }, query: { kind } }),
  // What was loaded beforehand is shown at once and read again while it is looked at.
  gcTime: 10 * 60_000,
})

/** What is sent for one project. */
export type Sent = { slug: string; draft: Draft; title: string; version: number }
