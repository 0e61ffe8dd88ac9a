import { defineList } from '#shared/lists/list-record.ts'

const columns = {
  project: { heading: 'journal.project', kind: 'text', names: 'title' },
  company: { heading: 'journal.company', kind: 'text', width: 150, grow: true },
  funding_type: { heading: 'columns.funding_type', kind: 'text' },
  amount: { heading: 'journal.amount', kind: 'EUR' },
  outcome: { heading: 'funding_logs.outcome', kind: 'text', width: 130 },
  note: { heading: 'funding_logs.note', kind: 'text', width: 160, grow: true },
  business_day: { heading: 'journal.business_day', kind: 'day', ordering: 'computed' },
  actor: { heading: 'journal.actor', kind: 'text', width: 140 },
  created_at: { heading: 'journal.booked_at', kind: 'instant', card: false },
} as const

const otherFilters = {
  project: { heading: 'journal.project', values: 'any' },
  company: { heading: 'journal.company', values: 'any' },
  actor: { heading: 'journal.actor', values: 'any' },
  date_from: { heading: 'journal.date_from', values: 'any' },
  date_to: { heading: 'journal.date_to', values: 'any' },
} as const

/** Internal fundings (product.md §5). */
export const internalFundingList = defineList({
  table: 'internal_fundings',
  defaultOrdering: '-business_day',
  columns,
  otherFilters,
})

export const defundList = defineList({
  table: 'defunds',
  defaultOrdering: '-business_day',
  columns,
  otherFilters,
})
