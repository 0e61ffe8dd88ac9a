import { waitingLabel } from '#shared/approvals.ts'
import { dayOf, showDay } from '#shared/dates.ts'
import { dash, type Label } from '#shared/labels.ts'
import { cellsOf } from '#shared/lists/list-cells.ts'
import { statusLabel } from '#shared/statuses.ts'
import { proofLabels } from '#features/organizations/proof.ts'
import { labelsOfReview } from '#features/reviews/outcomes.ts'
import type { ProjectRow } from './contract.ts'
import { financingLabels, financingNames } from './financing.ts'
import { percentReceived, type ShownReason } from './rules.ts'
import { projectList } from './table.ts'

const reasonTones: Record<ShownReason, Label['tone']> = {
  not_reviewed: 'warning',
  proof_expired: 'danger',
  no_proof: 'danger',
  organization_not_reviewed: 'warning',
  not_complete: 'warning',
  organization_not_complete: 'warning',
  banned: 'danger',
  ended: 'default',
  fully_funded: 'success',
  archived: 'default',
}

/** Cells of the project list (spec §4): one declaration serves cell, card, info and export. */
export const projectCells = cellsOf<typeof projectList, ProjectRow>(projectList, {
  organization: (row) => row.organization.title,
  status: ({ status }) => {
    const label = statusLabel(status.choice)
    return { labels: label ? [{ ...label, display: status.display }] : [] }
  },
  review_status: (row) => ({
    labels: labelsOfReview('review', 'project', row.review_status.choice, row.needs_donation_review),
  }),
  content_review_status: (row) => ({
    labels: labelsOfReview('content', 'project', row.content_review_status.choice, false),
  }),
  voting_review_status: (row) => ({
    labels: labelsOfReview('voting', 'project', row.voting_review_status.choice, row.needs_voting_review),
  }),
  financing_status: (row) => ({
    labels: [
      ...(row.waiting_acts.length > 0 ? [waitingLabel] : []),
      ...financingNames(row).map((name) => financingLabels[name]),
    ],
  }),
  money: (row) => row.funded_cents,
  // A project with its own bank account shows that instead of its funding type.
  funding_type: (row) => ({ text: row.individual_bank_account?.title ?? row.funding_type.display }),
  proof: ({ proof }) => ({ labels: proof === 'none' ? [] : [proofLabels[proof]] }),
  reviewer: ({ reviewer }) => reviewer && { text: reviewer.name },
  percent: percentReceived,
  blocking: ({ blocking }) => ({
    labels: blocking.map((code) => ({ text: `projects.reasons.${code}` as const, tone: reasonTones[code] })),
  }),
  last_decision: ({ last_decision }) =>
    last_decision
      ? { text: `${last_decision.display}, ${showDay(dayOf(new Date(last_decision.decided_at)))}` }
      : null,
  internal_status: (row) => ({ text: row.internal_status?.label ?? dash }),
})
