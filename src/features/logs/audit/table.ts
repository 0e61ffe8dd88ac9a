import { defineList, textsUnder } from '#shared/lists/list-record.ts'
import { auditActions } from '#shared/audit-actions.ts'

/** The audit log (product.md §5). */
export const auditList = defineList({
  table: 'audit',
  defaultOrdering: '-at',
  columns: {
    object_title: { heading: 'logs.object', kind: 'text', names: 'title' },
    action: {
      heading: 'logs.action',
      kind: 'text',
      filter: { values: textsUnder('history.actions.', auditActions) },
    },
    actor: { heading: 'logs.actor', kind: 'text', width: 180 },
    at: { heading: 'logs.at', kind: 'instant', ordering: 'at' },
    position: { heading: 'logs.position', kind: 'number', width: 104, card: false },
    hash: { heading: 'logs.hash', kind: 'text', width: 120, card: false },
    previous_hash: { heading: 'logs.previous_hash', kind: 'text', width: 120, card: false, yields: true },
  },
})
