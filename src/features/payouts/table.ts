import { defineList, textsUnder } from '#shared/lists/list-record.ts'
import { payoutStates } from './rules.ts'

/** The payouts list (design: payouts and SEPA file), declared once. */
export const payoutList = defineList({
  table: 'payouts',
  defaultOrdering: '-number',
  columns: {
    number: { heading: 'payouts.payout', kind: 'text', ordering: 'number_sort', names: 'title' },
    project: { heading: 'columns.project', kind: 'text', names: 'beneath' },
    amount: { heading: 'payouts.amount', kind: 'EUR', ordering: 'amount_cents' },
    state: {
      heading: 'columns.state',
      kind: 'text',
      ordering: 'state_key',
      filter: { values: textsUnder('payouts.state.', payoutStates) },
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
    settled_on: { heading: 'payouts.settled_on', kind: 'day', ordering: 'settled_on' },
    recipient: { heading: 'payouts.recipient', kind: 'text', width: 164 },
    bank_said: { heading: 'payouts.bank_said', kind: 'text', width: 140 },
    paid_on: { heading: 'payouts.paid_on', kind: 'day', ordering: 'paid_on' },
    file: { heading: 'payouts.file', kind: 'text', card: false, width: 132, yields: true },
    arrived_on: { heading: 'payouts.arrived_on', kind: 'day', card: false, yields: true },
  },
  otherFilters: {
    arrived: {
      heading: 'payouts.arrived',
      values: { yes: 'payouts.arrived_yes', no: 'payouts.arrived_no' },
    },
  },
})
