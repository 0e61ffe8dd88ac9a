import { cellsOf } from '#shared/lists/list-cells.ts'
import type { ClaimRow } from './contract.ts'
import { claimList } from './table.ts'

export const claimCells = cellsOf<typeof claimList, ClaimRow>(claimList, {
  project: (row) => row.project.title,
  organization: (row) => row.organization.title,
  company: (row) => row.company.title,
  state: ({ state, state_display }) => ({
    labels: [
      {
        text: `claims.state.${state}`,
        tone: state === 'open' ? 'warning' : 'success',
        display: state_display,
      },
    ],
  }),
  amount: (row) => row.amount_cents,
  returned: (row) => row.returned_cents,
  written_off: (row) => row.written_off_cents,
  open: (row) => row.open_cents,
})
