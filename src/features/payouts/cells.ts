import { waitingLabel } from '#shared/approvals.ts'
import type { Tone } from '#shared/labels.ts'
import { cellsOf } from '#shared/list-cells.ts'
import type { PayoutRow } from './contract.ts'
import type { PayoutState } from './rules.ts'
import { payoutList } from './table.ts'

/** Colours of the states (design: labels). */
export const stateTones: Record<PayoutState, Tone> = {
  open: 'warning',
  exported: 'info',
  marked_paid: 'success',
  cancelled: 'default',
}

/** What each column of the payouts holds. */
export const payoutCells = cellsOf<typeof payoutList, PayoutRow>(payoutList, {
  project: (row) => row.project.title,
  amount: (row) => row.amount_cents,
  state: ({ state, state_display, waiting_acts }) => ({
    labels: [
      { text: `payouts.state.${state}`, tone: stateTones[state], display: state_display },
      ...(waiting_acts.length > 0 ? [waitingLabel] : []),
    ],
  }),
  funding_type: (row) => row.funding_type.display,
  recipient: ({ recipient }) => [recipient.name, recipient.iban].filter(Boolean).join(' '),
  file: (row) => row.file?.message_id ?? null,
})
