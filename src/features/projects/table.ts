import type { ListDeclaration } from '#shared/list-declaration.ts'

/** The project list (spec §2, §4; interface.md calls 5): filters, ordering and columns, declared once. */
export const projectList = {
  table: 'projects',
  filters: {
    status: ['in_progress', 'complete', 'archived'],
    review_status: ['needs_review', 'public', 'accepted', 'rejected'],
    content_review_status: ['accepted', 'rejected'],
    voting_review_status: ['needs_review', 'public', 'rejected'],
    financing_status: ['fully_funded', 'expired', 'in_financing', 'banned'],
    funding_type: ['donation', 'sponsoring', 'foundation', 'profit_savings', 'individual_bank_account'],
    internal_status: 'any',
    /** Which review is waited for; both values together are all that needs one. */
    needs_review: ['review', 'voting_review'],
  },
  accepted: {
    status: ['1', '2', '3'],
    review_status: ['2', '3', '4'],
    content_review_status: ['needs_review', 'public', '2', '3', '4'],
    voting_review_status: ['accepted', '2', '3', '4'],
    funding_type: ['1', '2', '3', '4'],
  },
  ordering: [
    'created_at',
    'title',
    'organization',
    'status',
    'review_status',
    'content_review_status',
    'voting_review_status',
    'financing_status',
    'funding_type',
    'internal_status',
  ],
  defaultOrdering: '-created_at',
  archivable: true,
} as const satisfies ListDeclaration

/** Columns that Table Settings can hide, and the keys of the export's columns. The title is never hidden. */
export const projectColumns = [
  'status',
  'review_status',
  'content_review_status',
  'voting_review_status',
  'financing_status',
  'funding_type',
  'internal_status',
] as const
export type ProjectColumn = (typeof projectColumns)[number]
