import type { ListDeclaration } from '#shared/list-declaration.ts'

/** The organization list (spec §2, §4; interface.md calls 5): filters, ordering and columns, declared once. */
export const organizationList = {
  table: 'organizations',
  filters: {
    status: ['in_progress', 'complete', 'archived'],
    review_status: ['needs_review', 'accepted', 'rejected'],
    content_review_status: ['accepted', 'rejected'],
    nonprofit_review_status: ['accepted', 'rejected'],
    proof_status: ['expired', 'valid'],
    voting_review_status: ['needs_review', 'accepted', 'rejected'],
    internal_status: 'any',
  },
  accepted: {
    status: ['1', '2', '3'],
    review_status: ['public', '2', '3', '4'],
    content_review_status: ['needs_review', 'public', '2', '3', '4'],
    nonprofit_review_status: ['needs_review', 'public', '2', '3', '4'],
    voting_review_status: ['public', '2', '3', '4'],
  },
  ordering: [
    'created_at',
    'title',
    'status',
    'review_status',
    'content_review_status',
    'nonprofit_review_status',
    'proof_status',
    'voting_review_status',
    'internal_status',
  ],
  defaultOrdering: '-created_at',
  archivable: true,
} as const satisfies ListDeclaration

/** Columns that Table Settings can hide, and the keys of the export's columns. The title is never hidden. */
export const organizationColumns = [
  'status',
  'review_status',
  'content_review_status',
  'nonprofit_review_status',
  'proof_status',
  'voting_review_status',
  'internal_status',
] as const
export type OrganizationColumn = (typeof organizationColumns)[number]
