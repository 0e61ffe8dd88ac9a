import { dash } from '#shared/labels.ts'
import { cellsOf } from '#shared/lists/list-cells.ts'
import { statusLabel } from '#shared/statuses.ts'
import { labelsOfReview } from '#features/reviews/outcomes.ts'
import type { OrganizationRow } from './contract.ts'
import { proofExpired, proofLabels, proofName } from './proof.ts'
import { organizationList } from './table.ts'

/** Cells of the organization list (spec §4): one declaration serves cell, card, info and export. */
export const organizationCells = cellsOf<typeof organizationList, OrganizationRow>(organizationList, {
  status: ({ status }) => {
    const label = statusLabel(status.choice)
    return { labels: label ? [{ ...label, display: status.display }] : [] }
  },
  // The screen shows only the first two labels because the proof has its own column; the export shows all.
  review_status: (row) => ({
    labels: [
      ...labelsOfReview('review', 'organization', row.review_status.choice, row.needs_review),
      ...(row.is_notice_of_exemption_expired ? [proofExpired] : []),
    ],
  }),
  content_review_status: (row) => ({
    labels: labelsOfReview('content', 'organization', row.content_review_status.choice, false),
  }),
  nonprofit_review_status: (row) => ({
    labels: labelsOfReview('nonprofit', 'organization', row.nonprofit_review_status.choice, false),
  }),
  proof_status: (row) => ({ labels: [proofLabels[proofName(row)]] }),
  voting_review_status: (row) => ({
    labels: labelsOfReview(
      'voting',
      'organization',
      row.voting_review_status.choice,
      row.needs_voting_review,
    ),
  }),
  internal_status: (row) => ({ text: row.internal_status?.label ?? dash }),
})
