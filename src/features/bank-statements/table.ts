import { defineList, textsUnder } from '#shared/lists/list-record.ts'
import { lineStates } from './rules.ts'

export const lineList = defineList({
  table: 'bank_lines',
  defaultOrdering: 'position',
  columns: {
    name: { heading: 'bank_statements.columns.name', kind: 'text', names: 'title' },
    text: { heading: 'bank_statements.columns.text', kind: 'text', names: 'beneath' },
    position: { heading: 'bank_statements.columns.position', kind: 'number', ordering: 'position' },
    booked_on: { heading: 'bank_statements.columns.booked_on', kind: 'day' },
    valued_on: { heading: 'bank_statements.columns.valued_on', kind: 'day' },
    amount: { heading: 'bank_statements.columns.amount', kind: 'EUR' },
    iban: { heading: 'bank_statements.columns.iban', kind: 'text' },
    reference: { heading: 'bank_statements.columns.reference', kind: 'text' },
    booking: { heading: 'bank_statements.columns.booking', kind: 'text' },
    state: {
      heading: 'bank_statements.columns.state',
      kind: 'text',
      filter: { values: textsUnder('bank_statements.state.', lineStates) },
    },
    targets: { heading: 'bank_statements.columns.targets', kind: 'text', grow: true },
    reason: { heading: 'bank_statements.columns.reason', kind: 'text' },
    decided_by: { heading: 'bank_statements.columns.decided_by', kind: 'text' },
    decided_at: { heading: 'bank_statements.columns.decided_at', kind: 'instant' },
  },
})
