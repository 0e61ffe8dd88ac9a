import { recordStatus, reviewOutcome } from '#shared/statuses.ts'
import { outcomesOf, type ReviewKind, type Subject } from './outcomes.ts'

/** A record's reviews, by the columns that store them. */
export type WrittenReviews = Partial<Record<ReviewColumn, number>> & Partial<Record<FlagColumn, boolean>>
type ReviewColumn =
  | 'review_status'
  | 'content_review_status'
  | 'nonprofit_review_status'
  | 'voting_review_status'
type FlagColumn = 'needs_review' | 'needs_donation_review' | 'needs_voting_review' | 'is_banned'

const columns: Record<ReviewKind, ReviewColumn> = {
  review: 'review_status',
  content: 'content_review_status',
  nonprofit: 'nonprofit_review_status',
  voting: 'voting_review_status',
}
const kinds = Object.keys(columns) as ReviewKind[]

/** Parts that a text may have, each with the column it fills. */
function partsOf(subject: Subject): Map<string, WrittenReviews> {
  const decided = kinds.flatMap((kind) =>
    Object.entries(reviewOutcome).flatMap(([word, outcome]): [string, WrittenReviews][] =>
      outcomesOf(kind, subject).includes(outcome) ? [[`${kind} ${word}`, { [columns[kind]]: outcome }]] : [],
    ),
  )
  return new Map([
    ...decided,
    ['needs review', subject === 'project' ? { needs_donation_review: true } : { needs_review: true }],
    ['needs voting review', { needs_voting_review: true }],
    ...(subject === 'project' ? [['banned', { is_banned: true }] as [string, WrittenReviews]] : []),
  ])
}

const parts = { project: partsOf('project'), organization: partsOf('organization') }
const nothing = 'none'

type Reviewed = { [C in ReviewColumn]?: number | null } & { [F in FlagColumn]?: boolean } & { status: number }

/**
 * Standing outcomes of a complete record, in English for every language: `review passed, content rejected, needs review`. Null
 * for drafts and archived records, which wait for their review once they are complete again.
 */
export function writeReviews(subject: Subject, row: Reviewed): string | null {
  if (row.status !== recordStatus.complete) return null
  const said = [...parts[subject]].filter(([, means]) =>
    Object.entries(means).every(([column, value]) => row[column as ReviewColumn] === value),
  )
  return said.map(([words]) => words).join(', ') || nothing
}

/**
 * Parses such a text; the flag of the first review is false unless named. Undefined if a part is unknown or a kind occurs
 * twice.
 */
export function readReviews(subject: Subject, text: string): WrittenReviews | undefined {
  const flag = subject === 'project' ? 'needs_donation_review' : 'needs_review'
  const read: WrittenReviews = { [flag]: false }
  if (text === nothing) return read
  const filled = new Set<string>()
  for (const part of text.split(',')) {
    const means = parts[subject].get(part.trim())
    const column = means && Object.keys(means)[0]!
    // A kind has only one outcome.
    if (!column || filled.has(column)) return undefined
    filled.add(column)
    Object.assign(read, means)
  }
  return read
}
