import { defineList, type HideableKey } from '#shared/lists/list-record.ts'
import { statusFilter } from '#shared/statuses.ts'
import { organizationOutcomes, reviewValues } from '#features/reviews/filters.ts'

const { needs_review, accepted, rejected } = reviewValues
const outcomes = { public: accepted, ...organizationOutcomes } as const

/** The organization list (spec §2, §4; interface.md calls 5), declared once. */
export const organizationList = defineList({
  table: 'organizations',
  archivable: true,
  defaultOrdering: '-created_at',
  columns: {
    title: { heading: 'columns.organization', kind: 'text', ordering: 'title_sort', names: 'title' },
    email_contact: { heading: 'columns.contact_email', kind: 'text', names: 'beneath' },
    status: { heading: 'columns.status', kind: 'text', ordering: 'status', filter: statusFilter },
    review_status: {
      heading: 'columns.review_status',
      kind: 'text',
      ordering: 'review_status',
      filter: { values: { needs_review, accepted, rejected }, also: outcomes },
      width: 128,
    },
    content_review_status: {
      heading: 'columns.content_review_status',
      kind: 'text',
      ordering: 'content_review_status',
      filter: { values: { accepted, rejected }, also: { needs_review, ...outcomes } },
      card: false,
    },
    nonprofit_review_status: {
      heading: 'columns.nonprofit_review_status',
      kind: 'text',
      ordering: 'nonprofit_review_status',
      filter: { values: { accepted, rejected }, also: { needs_review, ...outcomes } },
      card: false,
    },
    proof_status: {
      heading: 'columns.proof_status',
      kind: 'text',
      ordering: 'computed',
      // It depends on the day, so its counts cannot be kept.
      filter: { values: { expired: 'labels.expired', valid: 'labels.valid' }, kept: false },
    },
    voting_review_status: {
      heading: 'columns.project_voting_review',
      kind: 'text',
      ordering: 'voting_review_status',
      filter: { values: { needs_review, accepted, rejected }, also: outcomes },
      width: 128,
      card: false,
    },
    internal_status: {
      heading: 'columns.internal_status',
      kind: 'text',
      ordering: 'computed',
      filter: { values: 'any' },
      card: false,
    },
  },
  otherOrderings: { created_at: { heading: 'columns.created_at', ordering: 'created_at' } },
})

/** Columns that Table Settings can hide and an export can leave out. */
export type OrganizationColumn = HideableKey<typeof organizationList>
