import type { Label } from '#shared/labels.ts'

export type ReviewKind = 'review' | 'content' | 'voting' | 'nonprofit'
export type Subject = 'project' | 'organization'

const passed: Record<Subject, Label> = {
  project: { text: 'labels.public', tone: 'success' },
  organization: { text: 'labels.accepted', tone: 'success' },
}
const accepted: Label = { text: 'labels.accepted', tone: 'success' }
const rejected: Label = { text: 'labels.rejected', tone: 'danger' }
export const needsReview: Label = { text: 'labels.needs_review', tone: 'warning' }

/** Review outcomes that have a label, per kind and subject; every other number shows the dash (spec §4). */
const reviewLabels: Record<ReviewKind, Record<Subject, Record<number, Label>>> = {
  review: {
    project: { 2: passed.project, 3: rejected, 4: accepted },
    organization: { 2: passed.organization, 3: rejected, 4: accepted },
  },
  content: { project: { 2: accepted, 3: rejected }, organization: { 2: accepted, 3: rejected } },
  nonprofit: { project: {}, organization: { 2: accepted, 3: rejected } },
  voting: {
    project: { 2: passed.project, 3: rejected, 4: accepted },
    organization: { 2: passed.organization, 3: rejected, 4: accepted },
  },
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
