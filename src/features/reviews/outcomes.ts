import type { Label } from '#shared/labels.ts'
import { reviewOutcome } from '#shared/statuses.ts'

export type ReviewKind = 'review' | 'content' | 'voting' | 'nonprofit'
export type Subject = 'project' | 'organization'

const accepted: Label = { text: 'labels.accepted', tone: 'success' }
const rejected: Label = { text: 'labels.rejected', tone: 'danger' }
const published: Label = { text: 'labels.public', tone: 'success' }
export const needsReview: Label = { text: 'labels.needs_review', tone: 'warning' }

const passOrFail = { [reviewOutcome.passed]: accepted, [reviewOutcome.rejected]: rejected }
/** A project that passed is public; one that is only accepted is not. */
const publishing = {
  project: { ...passOrFail, [reviewOutcome.passed]: published, [reviewOutcome.accepted]: accepted },
  organization: { ...passOrFail, [reviewOutcome.accepted]: accepted },
}

/** Review outcomes that have a label, per kind and subject; every other number shows the dash (spec §4). */
const reviewLabels: Record<ReviewKind, Record<Subject, Record<number, Label>>> = {
  review: publishing,
  content: { project: passOrFail, organization: passOrFail },
  nonprofit: { project: {}, organization: passOrFail },
  voting: publishing,
}

/** Outcomes staff may choose for a review, beside taking it back (null). */
export function outcomesOf(kind: ReviewKind, subject: Subject): number[] {
  return Object.keys(reviewLabels[kind][subject]).map(Number)
}

/** The label of a review outcome; undefined where the specification shows "-". */
export function reviewLabel(kind: ReviewKind, subject: Subject, choice: number | null): Label | undefined {
  return choice === null ? undefined : reviewLabels[kind][subject][choice]
}

/** The outcome's label and, when the flag is set, "Needs review"; empty means the dash. */
export function labelsOfReview(
  kind: ReviewKind,
  subject: Subject,
  choice: number | null,
  flag: boolean,
): Label[] {
  const outcome = reviewLabel(kind, subject, choice)
  return [...(outcome ? [outcome] : []), ...(flag ? [needsReview] : [])]
}
