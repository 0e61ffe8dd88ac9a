import { defineList, textsUnder } from '#shared/lists/list-record.ts'
import { documentStates, documentTypes } from './rules.ts'

/** The documents (product.md §5), declared once. */
export const documentList = defineList({
  table: 'documents',
  defaultOrdering: '-created_at',
  columns: {
    title: { heading: 'documents.document', kind: 'text', ordering: 'title_sort', names: 'title' },
    target: { heading: 'documents.target', kind: 'text', names: 'beneath' },
    type: {
      heading: 'documents.type',
      kind: 'text',
      width: 140,
      filter: { values: textsUnder('documents.types.', documentTypes) },
    },
    issued_on: { heading: 'documents.issued', kind: 'day', ordering: 'issued_on' },
    expires_on: { heading: 'documents.valid_until', kind: 'day', ordering: 'expires_on' },
    state: {
      heading: 'columns.state',
      kind: 'text',
      width: 120,
      filter: { values: textsUnder('documents.states.', documentStates) },
    },
  },
  otherOrderings: { created_at: { heading: 'columns.created_at', ordering: 'created_at' } },
})
