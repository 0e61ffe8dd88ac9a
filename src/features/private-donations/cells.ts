import { waitingLabel } from '#shared/approvals.ts'
import { cellsOf } from '#shared/lists/list-cells.ts'
import type { Tone } from '#shared/labels.ts'
import type { DonationRow } from './contract.ts'
import { donationList, type DonationState } from './table.ts'

export const stateTones: Record<DonationState, Tone> = {
  pledged: 'info',
  confirmed: 'success',
  settled: 'success',
  paid_out: 'success',
  failed: 'default',
  expired: 'default',
  reversed: 'default',
  recovery_open: 'warning',
  recovered: 'default',
}

export const donationCells = cellsOf<typeof donationList, DonationRow>(donationList, {
  number: (row) => row.number,
  donor: (row) => row.donor?.name ?? '',
  project: (row) => row.project.title,
  amount: (row) => row.amount_cents,
  returned: (row) => row.returned_cents,
  state: ({ state, state_display, repeated, waiting_acts }) => ({
    labels: [
      { text: `private_donations.state.${state}`, tone: stateTones[state], display: state_display },
      ...(waiting_acts.length > 0 ? [waitingLabel] : []),
      ...(repeated ? [{ text: 'private_donations.repeated', tone: 'info' } as const] : []),
    ],
  }),
  received_on: (row) => row.received_on,
  channel: (row) => row.channel_display,
})
