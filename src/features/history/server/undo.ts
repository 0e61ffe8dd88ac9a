import { sql } from 'kysely'
import { auditAll, type AuditContext, type AuditEvent, auditOf, canonical } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, forbidden, type HttpError, InvalidInput, notFound } from '#server/base/errors.ts'
import { isRefusal } from '#server/db/savepoint.ts'
import type { User } from '#server/auth/session.ts'
import { textOf } from '#server/base/texts.ts'
import type { Locale } from '#shared/messages.ts'
import type { RecordDeclaration } from '#shared/records/define-record.ts'
import { can } from '#shared/permissions.ts'
import { offeredFields } from '#features/additional-fields/server/queries.ts'
import { fieldName, textsIn } from '../describe.ts'
import { changedFields, affectsFunding, type RecordedChange, refusalByItself, rightToUndo } from '../undo.ts'
import { countSentMails, lastMovements, stopMails } from './undo-facts.ts'

/** A change to undo, read under its record's lock. */
export type UndoableEvent = {
  id: number
  at: Date
  actor_id: number | null
  action: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/**
 * The person who undoes, the language of refusals, and the number of sent mails they know of; `any` in a run, whose dialog
 * covers all mails.
 */
export type UndoContext = {
  auditContext: AuditContext
  user: User
  locale: Locale
  mailsKnown?: number | 'any' | undefined
}

/** The record's current state; `values` has the keys that events use. */
export type RecordState = {
  declared: RecordDeclaration
  id: number
  title: string
  values: Record<string, unknown>
}

export type EventToUndo<Record extends RecordState> = { event: number; record: Record }
/** A change that has passed all checks except those made while restoring. */
export type CheckedChange<Record extends RecordState> = { event: UndoableEvent; record: Record }

/**
 * Undoes one change of a locked record. It refuses with 409 and the cause, or with 403 without the act's right. `restore`
 * writes the earlier values. Unsent mails are stopped, and a new event names the undone one. Returns the new event's id.
 */
export async function undoEvent(
  tx: Db,
  doing: UndoContext,
  event: number,
  record: RecordState,
  restore: (event: UndoableEvent) => Promise<void>,
): Promise<number> {
  const [result] = await undoEvents(tx, doing, [{ event, record }], async (found) => {
    for (const each of found) await withUndoRefusals(() => restore(each.event))
    return new Map()
  })
  if (typeof result !== 'number') throw result
  return result
}

/**
 * The same for one change each of several locked records of one kind. Returns for each the new event, or why the change stays;
 * `restore` returns, by event, why values could not be restored.
 */
export async function undoEvents<Record extends RecordState>(
  tx: Db,
  doing: UndoContext,
  chosen: readonly EventToUndo<Record>[],
  restore: (found: readonly CheckedChange<Record>[]) => Promise<Map<number, HttpError>>,
): Promise<(number | HttpError)[]> {
  const events = await findEvents(tx, chosen)
  const refused = await refusalsOf(tx, doing, chosen, events)
  const restoring = chosen
    .filter(({ event }) => !refused.has(event))
    .map(({ event, record }) => ({ event: events.get(event) as UndoableEvent, record }))
  for (const [event, cause] of await restore(restoring)) refused.set(event, cause)
  const restored = restoring.filter(({ event }) => !refused.has(event.id))
  await cancelMails(
    tx,
    doing,
    restored.map(({ event }) => event.id),
  )
  const written = await auditAll(tx, doing.auditContext, restored.map(undoneAs))
  const undone = restored.map(({ event }, index) => ({ event_id: event.id, by_event_id: written[index]! }))
  if (undone.length > 0) await tx.insertInto('undone_events').values(undone).execute()
  const by = new Map(undone.map(({ event_id, by_event_id }) => [event_id, by_event_id]))
  return chosen.map(({ event }) => refused.get(event) ?? by.get(event)!)
}

/** Why changes cannot be undone, judged by their events and the records' current state. */
async function refusalsOf(
  tx: Db,
  doing: UndoContext,
  chosen: readonly EventToUndo<RecordState>[],
  events: Map<number, StoredEvent>,
): Promise<Map<number, HttpError>> {
  const refused = new Map<number, HttpError>()
  for (const { event: id, record } of chosen) {
    const event = events.get(id)
    const refusal = event
      ? (refusalByEvent(doing, record.declared, event) ??
        (await refusalOfChanged(tx, doing.locale, record, event)))
      : notFound()
    if (refusal) refused.set(id, refusal)
  }
  const asked = chosen.filter(
    ({ event, record }) => !refused.has(event) && affectsFunding(record.declared, events.get(event)!),
  )
  const ids = asked.map(({ record }) => record.id)
  const moved = asked[0]
    ? await lastMovements(tx, asked[0].record.declared.name, ids)
    : new Map<number, number>()
  for (const { event, record } of asked)
    if ((moved.get(record.id) ?? 0) > event) refused.set(event, conflict('undo_money'))
  return refused
}

function refusalByEvent(
  { user }: UndoContext,
  record: RecordDeclaration,
  event: StoredEvent,
): HttpError | undefined {
  for (const right of rightToUndo(record, event)) if (!can(user, right)) return forbidden(right)
  if (event.undone_by !== null) return conflict('undo_already', { parameters: { person: event.undone_by } })
  const refusal = refusalByItself(record, event)
  return refusal && conflict(refusal)
}

/** Stops unsent mails; refuses unless the person knows how many were sent. */
async function cancelMails(tx: Db, { mailsKnown }: UndoContext, eventIds: number[]): Promise<void> {
  if (eventIds.length === 0) return
  // Stops them first: a mail claimed in between counts as sent.
  await stopMails(tx, eventIds)
  if (mailsKnown === 'any') return
  const sent = await countSentMails(tx, eventIds)
  if (sent > 0 && mailsKnown !== sent)
    throw conflict('undo_mails_sent', { parameters: { count: sent }, current: { mails_sent: sent } })
}

function undoneAs({ event: { id, before, after }, record }: CheckedChange<RecordState>): AuditEvent {
  const fields = changedFields(record.declared, { after })
  return {
    action: 'undo',
    ...auditOf(record.declared.name, record),
    before: Object.fromEntries(fields.map((field) => [field, after[field] ?? null])),
    after: { ...Object.fromEntries(fields.map((field) => [field, before[field] ?? null])), undoes: id },
  }
}

type StoredEvent = RecordedChange &
  Pick<UndoableEvent, 'id' | 'at' | 'actor_id'> & { undone_by: string | null }

/** Finds the events by id; events about other records are missing. */
async function findEvents(
  tx: Db,
  chosen: readonly EventToUndo<RecordState>[],
): Promise<Map<number, StoredEvent>> {
  const { rows } = await sql<StoredEvent & { object_type: string; object_id: number }>`
    select event.id, event.at, event.actor_id, event.action, event.before, event.after, undo.actor_name as undone_by,
      event.object_type, event.object_id
    from audit_events event
    left join undone_events undone on undone.event_id = event.id
    left join audit_events undo on undo.id = undone.by_event_id
    where event.id = any(${chosen.map(({ event }) => event)}::bigint[])`.execute(tx)
  const isOf = ({ id, object_type, object_id }: (typeof rows)[number]) =>
    chosen.some(
      ({ event, record }) => event === id && record.declared.name === object_type && record.id === object_id,
    )
  return new Map(rows.filter(isOf).map((row) => [row.id, row]))
}

// A value that was changed again stays; the refusal names the person who changed it.
async function refusalOfChanged(
  tx: Db,
  locale: Locale,
  record: RecordState,
  event: RecordedChange & { id: number },
): Promise<HttpError | undefined> {
  const again = changedFields(record.declared, event).filter(
    (field) => canonical(record.values[field] ?? null) !== canonical(event.after![field] ?? null),
  )
  if (again.length === 0) return undefined
  const { rows } = await sql<{ field: string; by: string; at: Date }>`
    select distinct on (field) field, actor_name as by, at
    from unnest(${again}::text[]) as field
    join audit_events on object_type = ${record.declared.name} and object_id = ${record.id} and id > ${event.id}
      and jsonb_exists(after, field)
    order by field, id desc`.execute(tx)
  const words = textsIn(locale, (key) => textOf(locale, key), await offeredFields(tx, locale))
  const field = fieldName(again[0]!, record.declared, words)
  const person = rows.find((row) => row.field === again[0])?.by ?? textOf(locale, 'history.nobody_known')
  return conflict('undo_changed', { parameters: { field, person }, current: { fields: rows } })
}

async function withUndoRefusals(restore: () => Promise<void>): Promise<void> {
  try {
    await restore()
  } catch (error) {
    throw isRefusal(error) ? asUndoRefusal(error) : error
  }
}

/** For an undo, a save's refusal at a field means that the old value cannot be restored. */
export function asUndoRefusal(refusal: HttpError | InvalidInput): HttpError {
  return refusal instanceof InvalidInput ? conflict('undo_gone') : refusal
}
