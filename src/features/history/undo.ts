import type { AuditAction } from '#shared/audit-actions.ts'
import type { Permission } from '#shared/permissions.ts'
import { fieldAt, type RecordDeclaration } from '#shared/records/define-record.ts'
import { recordStatus } from '#shared/statuses.ts'
import { fieldKeyOf } from '#features/additional-fields/names.ts'

/** Parts of an audit event that decide whether and how it can be undone. */
export type RecordedChange = {
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

/** True for actions that can be undone at all; others show neither button nor reason. */
export function isUndoable({ action, before, after }: RecordedChange): boolean {
  return undoableActions.includes(action) && before !== null && after !== null
}

/** Fields that an event changed; they must be unchanged since for an undo. */
export function changedFields(record: RecordDeclaration, { after }: Pick<RecordedChange, 'after'>): string[] {
  return Object.keys(after ?? {}).filter((key) => !record.keptBeside.includes(key) && !remarks.includes(key))
}

/** Why an event cannot be undone, as far as the event itself shows. */
export function refusalByItself(
  record: RecordDeclaration,
  event: RecordedChange,
): Extract<UndoRefusal, 'undo_not_possible' | 'undo_money'> | undefined {
  if (!isUndoable(event)) return 'undo_not_possible'
  const fields = changedFields(record, event)
  // A change of bank details needs two people, and an undo must not bypass the second.
  if (fields.some((field) => fieldAt(record, field)?.undo === 'second_person')) return 'undo_money'
  const isRestorable = (field: string) =>
    fieldAt(record, field) !== undefined ||
    record.alsoRestored.includes(field) ||
    (record.name === 'project' && fieldKeyOf(field) !== undefined)
  const known = fields.every((field) => isRestorable(field) && field in event.before!)
  return known && fields.length > 0 ? undefined : 'undo_not_possible'
}

/** True for changes that allow or stop funding; they cannot be undone once more money has come in. */
export function affectsFunding(record: RecordDeclaration, event: RecordedChange): boolean {
  return (
    event.action.startsWith('review_') ||
    changedFields(record, event).some((field) => fieldAt(record, field)?.opensMoney === true)
  )
}

/** An undo needs the same rights as the act. */
export function rightToUndo({ name }: RecordDeclaration, event: RecordedChange): Permission[] {
  if (name === 'organization') return ['change_organizations']
  if (event.action === 'archive' || event.action === 'unarchive') return ['archive_projects']
  const archives = [event.before?.status, event.after?.status].includes(recordStatus.archived)
  return archives ? ['change_projects', 'archive_projects'] : ['change_projects']
}
