import { defineList, textsUnder } from '#shared/lists/list-record.ts'

export const claimStates = ['open', 'closed'] as const

export const claimList = defineList({
  table: 'recovery_claims',
  defaultOrdering: '-opened_on',
  columns: {
    project: { heading: 'columns.project', kind: 'text', names: 'title' },
    organization: { heading: 'columns.organization', kind: 'text', names: 'beneath' },
    company: { heading: 'claims.company', kind: 'text', filter: { values: 'any' }, width: 124 },
    state: {
      heading: 'columns.state',
      kind: 'text',
      filter: { values: textsUnder('claims.state.', claimStates) },
    },
    amount: { heading: 'claims.amount', kind: 'EUR', ordering: 'amount_cents' },
    returned: { heading: 'claims.returned', kind: 'EUR', ordering: 'returned_cents' },
    written_off: { heading: 'claims.written_off', kind: 'EUR', ordering: 'written_off_cents', card: false },
    open: { heading: 'claims.open', kind: 'EUR', ordering: 'open_cents' },
    opened_on: { heading: 'claims.opened_on', kind: 'day', ordering: 'opened_on' },
    closed_on: { heading: 'claims.closed_on', kind: 'day', ordering: 'closed_on', card: false, yields: true },
    reason: { heading: 'claims.reason', kind: 'text', grow: true, width: 130 },
  },
})
