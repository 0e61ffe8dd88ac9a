import { defineList, textsUnder } from '#shared/lists/list-record.ts'
import { documentTypes } from './rules.ts'

export const documentActions = [
  'upload',
  'generate',
  'read',
  'download',
  'send',
  'download_by_link',
  'end_link',
  'change',
  'supersede',
  'withdraw',
  'delete',
] as const
export type DocumentAction = (typeof documentActions)[number]

export const documentLogList = defineList({
  table: 'document_logs',
  defaultOrdering: '-at',
  columns: {
    document: { heading: 'documents.document', kind: 'text', names: 'title' },
    target: { heading: 'documents.target', kind: 'text', names: 'beneath' },
    action: {
      heading: 'documents.log.action',
      kind: 'text',
      width: 180,
      filter: { values: textsUnder('documents.log.actions.', documentActions) },
    },
    type: {
      heading: 'documents.type',
      kind: 'text',
      filter: { values: textsUnder('documents.types.', documentTypes) },
    },
    actor: { heading: 'logs.actor', kind: 'text', width: 180 },
    at: { heading: 'logs.at', kind: 'instant', ordering: 'at' },
  },
  otherFilters: { slug: { heading: 'documents.document', values: 'any' } },
})
