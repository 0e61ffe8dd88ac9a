import { defineList, textsUnder } from '#shared/lists/list-record.ts'

export const donationStates = [
  'pledged',
  'confirmed',
  'settled',
  'paid_out',
  'failed',
  'expired',
  'reversed',
  'recovery_open',
  'recovered',
] as const
export type DonationState = (typeof donationStates)[number]

export const donationChannels = ['psp', 'bank_transfer', 'cash'] as const

export const donationList = defineList({
  table: 'private_donations',
  defaultOrdering: '-received_on',
  columns: {
    donor: { heading: 'private_donations.donor', kind: 'text', names: 'title' },
    project: { heading: 'columns.project', kind: 'text', names: 'beneath' },
    number: { heading: 'private_donations.number', kind: 'text', width: 116 },
    amount: { heading: 'private_donations.amount', kind: 'EUR', ordering: 'amount_cents' },
    returned: { heading: 'private_donations.returned', kind: 'EUR', card: false },
    state: {
      heading: 'columns.state',
      kind: 'text',
      filter: { values: textsUnder('private_donations.state.', donationStates) },
    },
    received_on: { heading: 'private_donations.received_on', kind: 'day', ordering: 'received_on' },
    channel: {
      heading: 'private_donations.channel',
      kind: 'text',
      width: 116,
      filter: { values: textsUnder('private_donations.channel.', donationChannels) },
    },
  },
  otherFilters: {
    repeated: { heading: 'private_donations.repeated', values: { yes: 'private_donations.repeated_only' } },
  },
})
