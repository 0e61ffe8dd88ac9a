import type { FilterRecord } from '#shared/lists/list-record.ts'
import type { TextKey } from '#shared/text-keys.ts'
import { reviewValues } from '#features/reviews/filters.ts'
import { type ShownReason, shownReasons } from './rules.ts'

const { needs_review, accepted, rejected } = reviewValues

const reasons = Object.fromEntries(shownReasons.map((code) => [code, `projects.reasons.${code}`])) as {
  [C in ShownReason]: `projects.reasons.${C}`
}

/** Filters of projects over related rows (organization, tasks, gifts), sums and days. No kept count covers them. */
export const relationFilters = {
  proof_status: {
    heading: 'columns.proof_status',
    values: { expired: 'labels.expired', none: 'labels.none', valid: 'labels.valid' },
    numbered: { ends_within: 'projects.filters.ends_within' },
    kept: false,
  },
  organization_review: {
    heading: 'projects.filters.organization_review',
    values: { needs_review, accepted, rejected, none: 'labels.none' },
    kept: false,
  },
  town: { heading: 'projects.filters.town', values: 'any', kept: false },
  postcode: { heading: 'projects.filters.postcode', values: 'any', shape: 'postcode', kept: false },
  blocking: { heading: 'projects.filters.blocking', values: reasons, kept: false },
  goal: { heading: 'columns.target', values: 'any', shape: 'cents', kept: false },
  received: { heading: 'columns.funded', values: 'any', shape: 'cents', kept: false },
  missing: { heading: 'projects.filters.missing', values: 'any', shape: 'cents', kept: false },
  percent: { heading: 'projects.filters.percent', values: 'any', shape: 'percent', kept: false },
  created: { heading: 'columns.created_at', values: 'any', shape: 'days', kept: false },
  ends: { heading: 'projects.filters.ends', values: 'any', shape: 'days', kept: false },
  waiting: { heading: 'columns.waiting_since', values: 'any', shape: 'days', kept: false },
  /** People by id, `me`, or `nobody`. */
  reviewer: { heading: 'columns.reviewer', values: 'any', shape: 'person', kept: false },
  open_tasks: {
    heading: 'projects.filters.open_tasks',
    values: {
      has: 'projects.filters.has_tasks',
      none: 'labels.none',
      overdue: 'projects.filters.overdue_tasks',
    },
    kept: false,
  },
  funder: { heading: 'projects.filters.funder', values: 'any', kept: false },
} as const satisfies Record<string, FilterRecord & { heading: TextKey }>
