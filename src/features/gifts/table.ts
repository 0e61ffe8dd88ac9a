import { defineList, textsUnder } from '#shared/lists/list-record.ts'
import { donationStates } from '#features/private-donations/table.ts'

export const giftSources = ['internal', 'import', 'bank', 'psp', 'by_hand'] as const

export const giftList = defineList({
  table: 'gifts',
  defaultOrdering: '-received_on',
  columns: {
    project: { heading: 'columns.project', kind: 'text', names: 'title' },
    organization: { heading: 'columns.organization', kind: 'text', names: 'beneath' },
    received_on: {
      heading: 'gifts.received_on',
      kind: 'day',
      ordering: 'received_on',
      filter: { values: 'any', name: 'year' },
    },
    amount: { heading: 'columns.amount', kind: 'EUR', ordering: 'amount_cents' },
    returned: { heading: 'gifts.returned', kind: 'EUR', card: false },
    state: {
      heading: 'columns.state',
      kind: 'text',
      filter: { values: textsUnder('ledger.states.', donationStates) },
      width: 128,
    },
    funding_type: {
      heading: 'columns.funding_type',
      kind: 'text',
      filter: {
        values: {
          donation: 'labels.donation',
          sponsoring: 'labels.sponsoring',
          foundation: 'labels.foundation',
          profit_savings: 'labels.profit_savings',
        },
      },
    },
    source: {
      heading: 'gifts.source',
      kind: 'text',
      filter: {
        values: textsUnder('ledger.sources.', giftSources),
        also: textsUnder('ledger.sources.', ['demo', 'test']),
      },
      card: false,
    },
    note: { heading: 'gifts.note', kind: 'text', grow: true, width: 140, card: false },
    number: { heading: 'gifts.number', kind: 'text', card: false, width: 116 },
  },
})
