/** How loud a label is: only warning and danger get a strong fill (design: attention is filled, settled is quiet). */
export type Tone = 'success' | 'warning' | 'danger' | 'default' | 'info'

/** A label before translation: the key of its text and its tone. */
export type Label = { text: LabelKey; tone: Tone }

export type LabelKey =
  | 'labels.in_progress'
  | 'labels.complete'
  | 'labels.archived'
  | 'labels.public'
  | 'labels.accepted'
  | 'labels.rejected'
  | 'labels.needs_review'
  | 'labels.proof_expired'
  | 'labels.fully_funded'
  | 'labels.expired'
  | 'labels.in_financing'
  | 'labels.banned'
  | 'labels.valid'
  | 'labels.donation'
  | 'labels.sponsoring'
  | 'labels.foundation'
  | 'labels.profit_savings'
  | 'labels.open'
  | 'labels.done'

/** What a list cell holds: labels (none is the dash) or plain text. A label's `display` is the server's word and wins. */
export type Cell = { labels: (Label & { display?: string })[] } | { text: string }

/** The words of a cell, for exports and filter texts: all labels, joined by a comma. */
export function textOfCell(cell: Cell, textOf: (key: LabelKey) => string): string {
  if ('text' in cell) return cell.text || dash
  return cell.labels.map((label) => label.display ?? textOf(label.text)).join(', ') || dash
}

/** The dash that stands for "nothing to say" (spec §4). */
export const dash = '-'

/** Status of projects and organizations (spec §4): number → name in filters, label, tone. */
export const statuses = {
  1: { name: 'in_progress', label: { text: 'labels.in_progress', tone: 'warning' } },
  2: { name: 'complete', label: { text: 'labels.complete', tone: 'success' } },
  3: { name: 'archived', label: { text: 'labels.archived', tone: 'default' } },
} as const satisfies Record<number, { name: string; label: Label }>

export type ReviewKind = 'review' | 'content' | 'voting' | 'nonprofit'
export type Subject = 'project' | 'organization'

const passed: Record<Subject, Label> = {
  project: { text: 'labels.public', tone: 'success' },
  organization: { text: 'labels.accepted', tone: 'success' },
}
const accepted: Label = { text: 'labels.accepted', tone: 'success' }
const rejected: Label = { text: 'labels.rejected', tone: 'danger' }
export const needsReview: Label = { text: 'labels.needs_review', tone: 'warning' }
export const proofExpired: Label = { text: 'labels.proof_expired', tone: 'danger' }

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

/** The label of a status number; undefined for a number the specification does not know. */
export function statusLabel(choice: number | null): Label | undefined {
  return choice === null ? undefined : statuses[choice as keyof typeof statuses]?.label
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

export type FinancingName = 'fully_funded' | 'expired' | 'in_financing' | 'banned'

export const financingLabels: Record<FinancingName, Label> = {
  fully_funded: { text: 'labels.fully_funded', tone: 'success' },
  expired: { text: 'labels.expired', tone: 'default' },
  in_financing: { text: 'labels.in_financing', tone: 'info' },
  banned: { text: 'labels.banned', tone: 'danger' },
}

/** Which financing labels a project has, by precedence (spec §4): fully funded, else expired, else in financing; + banned. */
export function financingNames(project: {
  fully_funded: boolean
  expired: boolean
  can_receive_fundings: boolean
  is_banned: boolean
}): FinancingName[] {
  const names: FinancingName[] = []
  if (project.fully_funded) names.push('fully_funded')
  else if (project.expired) names.push('expired')
  else if (project.can_receive_fundings) names.push('in_financing')
  if (project.is_banned) names.push('banned')
  return names
}

export const proofLabels = {
  expired: { text: 'labels.expired', tone: 'danger' },
  valid: { text: 'labels.valid', tone: 'success' },
} as const satisfies Record<string, Label>

/** Proof status of an organization (spec §4). */
export function proofName(organization: {
  is_notice_of_exemption_expired: boolean
}): keyof typeof proofLabels {
  return organization.is_notice_of_exemption_expired ? 'expired' : 'valid'
}

/** Funding types (spec §4): number → name, text, and the platform feature that offers it. */
export const fundingTypes = {
  1: { name: 'donation', text: 'labels.donation', feature: 'enableDonations' },
  2: { name: 'sponsoring', text: 'labels.sponsoring', feature: 'enableSponsoring' },
  3: { name: 'foundation', text: 'labels.foundation', feature: 'enableFoundation' },
  4: { name: 'profit_savings', text: 'labels.profit_savings', feature: 'enableGewinnsparen' },
} as const satisfies Record<number, { name: string; text: LabelKey; feature: string }>

export type FundingType = keyof typeof fundingTypes
