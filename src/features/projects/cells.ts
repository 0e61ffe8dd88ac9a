import { dash } from '#shared/labels.ts'
import { cellsOf } from '#shared/list-cells.ts'
import { statusLabel } from '#shared/statuses.ts'
import { labelsOfReview } from '#features/reviews/outcomes.ts'
import type { ProjectRow } from './contract.ts'
import { financingLabels, financingNames } from './financing.ts'
import { projectList } from './table.ts'

/** What each column of the project list holds (spec §4): the one table behind cell, card, info and export. */
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
  financing_status: (row) => ({ labels: financingNames(row).map((name) => financingLabels[name]) }),
  money: (row) => row.funded_cents,
  // A project with its own bank account shows that instead of its funding type.
  funding_type: (row) => ({ text: row.individual_bank_account?.title ?? row.funding_type.display }),
  internal_status: (row) => ({ text: row.internal_status?.label ?? dash }),
})
