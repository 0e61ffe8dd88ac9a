import type { AuditAction } from '#shared/audit-actions.ts'
import type { Permission } from '#shared/permissions.ts'
import { fieldAt, type RecordDeclaration } from '#shared/records/define-record.ts'
import { recordStatus } from '#shared/statuses.ts'
import { fieldKeyOf } from '#features/additional-fields/names.ts'

/** The parts of an audit event that decide whether and how it can be undone. */
export type Recorded = {
  action: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export const undoRefusals = [
  'undo_already',
  'undo_changed',
  'undo_money',
  'undo_mails_sent',
  'undo_gone',
  'undo_not_possible',
] as const
export type UndoRefusal = (typeof undoRefusals)[number]

/** Keys that describe the event, not the record. */
const remarks = ['reason', 'undoes', 'bulk', 'version', 'updated_at']

const undoableActions: readonly string[] = [
  'change',
  'archive',
  'unarchive',
  'review_decided',
  'review_withdrawn',
] satisfies AuditAction[]

/** True for actions that can be undone at all; the others have no button and no excuse. */
export function isUndoable({ action, before, after }: Recorded): boolean {
  return undoableActions.includes(action) && before !== null && after !== null
}

/** The fields that an event changed and that must still be as it left them. */
export function changedFields(record: RecordDeclaration, { after }: Pick<Recorded, 'after'>): string[] {
  return Object.keys(after ?? {}).filter((key) => !record.keptBeside.includes(key) && !remarks.includes(key))
}

/** Why an event cannot be undone, as far as it tells by itself. */
export function refusalByItself(
  record: RecordDeclaration,
  event: Recorded,
): Extract<UndoRefusal, 'undo_not_possible' | 'undo_money'> | undefined {
  if (!isUndoable(event)) return 'undo_not_possible'
  const fields = changedFields(record, event)
  // Where money goes is changed by two people; an undo would be the way around the second.
  if (fields.some((field) => fieldAt(record, field)?.undo === 'second_person')) return 'undo_money'
  const isRestorable = (field: string) =>
    fieldAt(record, field) !== undefined ||
    record.alsoRestored.includes(field) ||
    (record.name === 'project' && fieldKeyOf(field) !== undefined)
  const known = fields.every((field) => isRestorable(field) && field in event.before!)
  return known && fields.length > 0 ? undefined : 'undo_not_possible'
}

/** True for changes that allow or stop funding: once more money has come in, they are not undone. */
export function affectsFunding(record: RecordDeclaration, event: Recorded): boolean {
  return (
    event.action.startsWith('review_') ||
    changedFields(record, event).some((field) => fieldAt(record, field)?.opensMoney === true)
  )
}

/** The right of the act itself: who may not do it may not undo it either. */
export function rightToUndo({ name }: RecordDeclaration, event: Recorded): Permission[] {
  if (name === 'organization') return ['change_organizations']
  if (event.action === 'archive' || event.action === 'unarchive') return ['archive_projects']
  const archives = [event.before?.status, event.after?.status].includes(recordStatus.archived)
  return archives ? ['change_projects', 'archive_projects'] : ['change_projects']
}
