import { defineList, textsUnder } from '#shared/lists/list-record.ts'

export const deliveryStates = ['waiting', 'needs_person', 'applied', 'closed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Event types of a delivery; `unknown` is kept for a person. */
export const deliveryTypes = [
  'pledged',
  'confirmed',
  'failed',
  'refunded',
  'charged_back',
  'paid_out',
  'unknown',
] as const

export const deliveryList = defineList({
  table: 'intake_deliveries',
  defaultOrdering: '-received_at',
  columns: {
    ref: { heading: 'intake.ref', kind: 'text', names: 'title' },
    provider: { heading: 'intake.provider', kind: 'text', names: 'beneath' },
    type: {
      heading: 'intake.type',
      kind: 'text',
      filter: { values: textsUnder('intake.type.', deliveryTypes) },
    },
    state: {
      heading: 'columns.state',
      kind: 'text',
      filter: { values: textsUnder('intake.state.', deliveryStates) },
    },
    problem: { heading: 'intake.problem', kind: 'text', grow: true },
    received_at: { heading: 'intake.received_at', kind: 'instant', ordering: 'received_at' },
  },
})
