import { cellsOf } from '#shared/lists/list-cells.ts'
import { stateTones } from '#features/private-donations/cells.ts'
import type { GiftRow } from './contract.ts'
import { giftList } from './table.ts'

export const giftCells = cellsOf<typeof giftList, GiftRow>(giftList, {
  project: (row) => row.project.title,
  organization: (row) => row.organization.title,
  amount: (row) => row.amount_cents,
  returned: (row) => row.returned_cents,
  state: ({ state, state_display }) => ({
    labels: [{ text: `ledger.states.${state}`, tone: stateTones[state], display: state_display }],
  }),
  funding_type: (row) => row.funding_type.display,
  source: (row) => row.source_display,
})
