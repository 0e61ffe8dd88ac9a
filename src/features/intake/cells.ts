import type { Tone } from '#shared/labels.ts'
import { cellsOf } from '#shared/lists/list-cells.ts'
import type { DeliveryRow } from './contract.ts'
import { deliveryList, type DeliveryState } from './table.ts'

const tones: Record<DeliveryState, Tone> = {
  waiting: 'info',
  needs_person: 'warning',
  applied: 'success',
  closed: 'default',
}

export const deliveryCells = cellsOf<typeof deliveryList, DeliveryRow>(deliveryList, {
  ref: (row) => row.ref,
  provider: (row) => row.provider,
  type: (row) => row.type_display,
  state: ({ state, state_display }) => ({
    labels: [{ text: `intake.state.${state}`, tone: tones[state], display: state_display }],
  }),
  problem: (row) => row.problem_display,
  received_at: (row) => row.received_at,
})
