/** Kinds of reviews of projects that have a queue. */
export const queueKinds = ['review', 'content', 'voting'] as const
export type QueueKind = (typeof queueKinds)[number]

type Filters = Readonly<Record<string, readonly string[] | undefined>>

/** The kind of review that a list's filters name; pending ones take precedence over decided ones. */
export function kindOf(filters: Filters): QueueKind {
  const { needs_review, review_status, content_review_status, voting_review_status } = filters
  if (needs_review?.includes('review')) return 'review'
  if (needs_review?.includes('voting_review')) return 'voting'
  if (review_status) return 'review'
  if (voting_review_status) return 'voting'
  return content_review_status ? 'content' : 'review'
}

/** True if the filters name an outcome or a need of a review. */
export function namesReview(filters: Readonly<Record<string, unknown>>): boolean {
  return ['needs_review', 'review_status', 'content_review_status', 'voting_review_status'].some(
    (name) => filters[name] !== undefined,
  )
}
