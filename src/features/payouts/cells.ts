import { waitingLabel } from '#shared/approvals.ts'
import type { Tone } from '#shared/labels.ts'
import { cellsOf } from '#shared/lists/list-cells.ts'
import { detailsOf, toneOfAnswer } from './answer-codes.ts'
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
  bank_said: ({ bank_said: { verification, status } }) => {
    const said = [
      { text: 'payouts.bank_said_of_name', said: verification } as const,
      { text: 'payouts.bank_said_of_payment', said: status } as const,
    ].flatMap((one) => (one.said ? [{ text: one.text, said: one.said }] : []))
    const notes = said.flatMap((one) => [one.said.bank_name, ...detailsOf(one.said)]).filter(Boolean)
    return {
      labels: said.map((one) => ({
        text: one.text,
        tone: toneOfAnswer(one.said.status),
        display: one.said.status_display,
      })),
      ...(notes.length > 0 && { note: notes.join('; ') }),
    }
  },
  file: (row) => row.file?.message_id ?? null,
})
