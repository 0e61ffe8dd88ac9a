import type { AuditAction } from '#shared/audit-actions.ts'
import type { Permission } from '#shared/permissions.ts'
import { fieldKeyOf } from '#features/additional-fields/names.ts'
import type { Subject } from '#features/reviews/outcomes.ts'

/** What of an audit event decides whether and how it can be undone. */
export type Recorded = {
  action: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Why a change cannot be undone; each has a text under `errors.`. */
export const undoRefusals = [
  'undo_already',
  'undo_changed',
  'undo_money',
  'undo_mails_sent',
  'undo_gone',
  'undo_not_possible',
] as const
export type UndoRefusal = (typeof undoRefusals)[number]

/** Kept beside what people see, so that a field comes back with all that hangs on it. */
const beside = ['previous_status', 'needs_donation_review_since', 'needs_voting_review_since']
/** What an event says of itself, not of the record. */
const remarks = ['reason', 'undoes', 'bulk', 'version', 'updated_at']

const bankDetails: Record<Subject, readonly string[]> = {
  project: ['organization_slug', 'individual_bank_account'],
  organization: ['iban', 'bic', 'bank_account_holder'],
}

const restorable: Record<Subject, readonly string[]> = {
  project: [
    'title',
    'description',
    'needs',
    'funding_type',
    'starts_on',
    'ends_on',
    'status',
    'needs_donation_review',
    'needs_voting_review',
    'is_banned',
    'internal_status',
    'review_status',
    'content_review_status',
    'voting_review_status',
    'reviewer',
  ],
  organization: [
    'title',
    'email_contact',
    'description',
    'website',
    'phone',
    'street',
    'postcode',
    'city',
    'country',
    'register_number',
    'category',
    'tax_office',
    'tax_number',
    'exemption_purposes',
    'exemption_period',
    'exemption_kind',
    'exemption_date',
    'exemption_ends_on',
    'status',
    'needs_review',
    'needs_voting_review',
    'internal_status',
    'review_status',
    'content_review_status',
    'nonprofit_review_status',
    'voting_review_status',
  ],
}

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
export function fieldsOf({ after }: Pick<Recorded, 'after'>): string[] {
  return Object.keys(after ?? {}).filter((key) => !beside.includes(key) && !remarks.includes(key))
}

/** Why an event cannot be undone, as far as it tells by itself. */
export function refusalByItself(
  subject: Subject,
  event: Recorded,
): Extract<UndoRefusal, 'undo_not_possible' | 'undo_money'> | undefined {
  if (!isUndoable(event)) return 'undo_not_possible'
  const fields = fieldsOf(event)
  // Where money goes is changed by two people; an undo would be the way around the second.
  if (fields.some((field) => bankDetails[subject].includes(field))) return 'undo_money'
  const isRestorable = (field: string) =>
    restorable[subject].includes(field) || (subject === 'project' && fieldKeyOf(field) !== undefined)
  const known = fields.every((field) => isRestorable(field) && field in event.before!)
  return known && fields.length > 0 ? undefined : 'undo_not_possible'
}

/** True for changes that allow or stop funding: once more money has come in, they are not undone. */
export function affectsFunding(event: Recorded): boolean {
  return (
    event.action.startsWith('review_') ||
    fieldsOf(event).some((field) =>
      ['status', 'is_banned', 'exemption_kind', 'exemption_date', 'exemption_ends_on'].includes(field),
    )
  )
}

/** The right of the act itself: who may not do it may not undo it either. */
export function rightToUndo(subject: Subject, event: Recorded): Permission[] {
  if (subject === 'organization') return ['change_organizations']
  if (event.action === 'archive' || event.action === 'unarchive') return ['archive_projects']
  const archives = [event.before?.status, event.after?.status].includes(3)
  return archives ? ['change_projects', 'archive_projects'] : ['change_projects']
}
