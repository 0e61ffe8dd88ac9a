import { cellsOf } from '#shared/lists/list-cells.ts'
import type { AuditRow } from '../contract.ts'
import { auditList } from './table.ts'

export const auditCells = cellsOf<typeof auditList, AuditRow>(auditList, {
  action: (event) => event.action_display,
})
