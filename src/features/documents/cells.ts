import type { Tone } from '#shared/labels.ts'
import { cellsOf } from '#shared/lists/list-cells.ts'
import type { DocumentLogRow, DocumentRow } from './contract.ts'
import { documentLogList } from './log-table.ts'
import type { DocumentState } from './rules.ts'
import { documentList } from './table.ts'

/** Colours of the states (design/documents.md, picture 22). */
const stateTones: Record<DocumentState, Tone> = {
  withdrawn: 'danger',
  superseded: 'default',
  expired: 'danger',
  valid: 'success',
  original: 'success',
  current: 'default',
}

export const documentCells = cellsOf<typeof documentList, DocumentRow>(documentList, {
  target: (row) => row.target.title,
  type: (row) => row.type_display,
  state: ({ state, state_display }) => ({
    labels:
      state === 'current'
        ? []
        : [{ text: `documents.states.${state}`, tone: stateTones[state], display: state_display }],
  }),
})

export const documentLogCells = cellsOf<typeof documentLogList, DocumentLogRow>(documentLogList, {
  document: (row) => row.document.title,
  target: (row) => row.target_title,
  action: (row) => row.action_display,
  type: (row) => row.type_display,
})
