import type { Day } from '#shared/dates.ts'
import { passes, recordStatus } from '#shared/statuses.ts'

/** Facts that decide whether a project can take money; amounts in cents, days in Berlin (product.md §4). */
export type Financing = {
  status: number
  review_status: number | null
  is_banned: boolean
  target_cents: number
  funded_cents: number
  ends_on: Day | null
  organization: { status: number; review_status: number | null }
}

const mayBeFunded = (row: { status: number; review_status: number | null }) =>
  row.status === recordStatus.complete && passes(row.review_status)

/** A project without needs is never fully funded. */
export function isFullyFunded(project: Pick<Financing, 'target_cents' | 'funded_cents'>): boolean {
  return project.target_cents > 0 && project.funded_cents >= project.target_cents
}

export function isEnded(project: Pick<Financing, 'ends_on'>, today: Day): boolean {
  return project.ends_on !== null && project.ends_on < today
}

export function isExpired(project: Financing, today: Day): boolean {
  return isEnded(project, today) && !isFullyFunded(project)
}

/** The formula of product.md §4; an archived project is never complete. */
export function canReceiveFundings(project: Financing, today: Day): boolean {
  return (
    mayBeFunded(project) &&
    mayBeFunded(project.organization) &&
    !isFullyFunded(project) &&
    !isEnded(project, today) &&
    !project.is_banned
  )
}

export function missingCents(project: Pick<Financing, 'target_cents' | 'funded_cents'>): number {
  return Math.max(0, project.target_cents - project.funded_cents)
}

export type BlockingCode =
  | 'archived'
  | 'not_complete'
  | 'not_reviewed'
  | 'organization_not_complete'
  | 'organization_not_reviewed'
  | 'banned'
  | 'ended'
  | 'fully_funded'

/** Facts of a stored row, which already knows whether its end has passed. */
type StoredFinancing = Omit<Financing, 'ends_on'> & { is_ended: boolean }

const isReviewed = (row: { review_status: number | null }) => passes(row.review_status)

/** Whether each reason holds, in the order in which staff would fix it. */
const blocking: Record<BlockingCode, (project: StoredFinancing) => boolean> = {
  archived: ({ status }) => status === recordStatus.archived,
  not_complete: ({ status }) => status !== recordStatus.complete && status !== recordStatus.archived,
  not_reviewed: (project) => !isReviewed(project),
  organization_not_complete: ({ organization }) => organization.status !== recordStatus.complete,
  organization_not_reviewed: ({ organization }) => !isReviewed(organization),
  banned: ({ is_banned }) => is_banned,
  ended: ({ is_ended }) => is_ended,
  fully_funded: isFullyFunded,
}
const blockingOrder = Object.keys(blocking) as BlockingCode[]

/** Why the project cannot take money, in the order in which staff would fix it; empty exactly when it can. */
export function blockingCodes(project: Financing, today: Day): BlockingCode[] {
  const judged = { ...project, is_ended: isEnded(project, today) }
  return blockingOrder.filter((code) => blocking[code](judged))
}

/**
 * Reasons shown when staff ask what blocks a project, in display order. They include the organization's proof, without which no
 * gift can be confirmed. Settled states (fully funded, archived) come last.
 */
export const shownReasons = [
  'not_reviewed',
  'proof_expired',
  'no_proof',
  'organization_not_reviewed',
  'not_complete',
  'organization_not_complete',
  'banned',
  'ended',
  'fully_funded',
  'archived',
] as const satisfies readonly (BlockingCode | 'proof_expired' | 'no_proof')[]
export type ShownReason = (typeof shownReasons)[number]

export type Proof = 'valid' | 'expired' | 'none'

export function reasonsOf(project: StoredFinancing & { proof: Proof }): ShownReason[] {
  return shownReasons.filter((code) => {
    if (code === 'proof_expired') return project.proof === 'expired'
    if (code === 'no_proof') return project.proof === 'none'
    return blocking[code](project)
  })
}

/** Received whole per cent of the goal, rounded down; null without needs. */
export function percentReceived(project: Pick<Financing, 'target_cents' | 'funded_cents'>): number | null {
  return project.target_cents > 0 ? Math.floor((100 * project.funded_cents) / project.target_cents) : null
}

/** The stored numbers of the money column: none came in, some, exactly the goal, more than the goal. */
export const moneyState = { nothing: 1, partly: 2, goalReached: 3, overGoal: 4 } as const

/** In a row's `funding_key` in place of its funding type: the project has an individual bank account. */
export const individualAccount = 5

/** Days after which a project has waited too long for its review. */
export const overdueAfter = 14
