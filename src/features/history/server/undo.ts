import { sql } from 'kysely'
import { audit, type AuditContext, canonical } from '#server/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, forbidden, InvalidInput, notFound } from '#server/errors.ts'
import type { User } from '#server/session.ts'
import { textOf } from '#server/texts.ts'
import type { Locale } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { offeredFields } from '#features/additional-fields/server/queries.ts'
import type { Subject } from '#features/reviews/outcomes.ts'
import { fieldName, wordsOn } from '../describe.ts'
import { fieldsOf, letsMoneyIn, type Recorded, refusalByItself, rightToUndo } from '../undo.ts'
import { mailsGoneOut, movedSince, stopMails } from './undo-facts.ts'

/** A change that may be undone, read under the lock of its record. */
export type UndoableEvent = {
  id: number
  at: Date
  actor_id: number | null
  action: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/**
 * Who undoes, in which language refusals name the fields, and how many mails they know to have gone out: `any` in a run,
 * whose asking tells them all together.
 */
export type Undoing = {
  auditContext: AuditContext
  user: User
  locale: Locale
  mailsKnown?: number | 'any' | undefined
}

/** The record as it is now: `values` under the names events have for its fields. */
export type Undone = { subject: Subject; id: number; title: string; values: Record<string, unknown> }

/**
 * Undoes one change of a locked record: refuses where that cannot be (409 with the cause; 403 without the right of the act
 * itself), lets `restore` write the earlier values, stops mails that have not left, and writes an event of its own that
 * names the undone one. Returns that event's id.
 */
export async function undoEvent(
  tx: Db,
  doing: Undoing,
  eventId: number,
  record: Undone,
  restore: (event: UndoableEvent) => Promise<void>,
): Promise<number> {
  const event = await findEvent(tx, record, eventId)
  const { subject, id } = record
  for (const right of rightToUndo(subject, event)) if (!can(doing.user, right)) throw forbidden(right)
  if (event.undone_by !== null) throw conflict('undo_already', { parameters: { person: event.undone_by } })
  const refusal = refusalByItself(subject, event)
  if (refusal) throw conflict(refusal)
  const { before, after } = event as UndoableEvent
  await refuseChanged(tx, doing.locale, record, event)
  if (letsMoneyIn(event) && (await movedSince(tx, { subject, id }, eventId))) throw conflict('undo_money')
  // Stopped first: a mail that is taken to be sent meanwhile counts as gone.
  await stopMails(tx, eventId)
  const sent = await mailsGoneOut(tx, [eventId])
  if (sent > 0 && doing.mailsKnown !== 'any' && doing.mailsKnown !== sent)
    throw conflict('undo_mails_sent', { parameters: { count: sent }, current: { mails_sent: sent } })
  await refusingAsUndo(() => restore({ ...event, before, after }))
  const fields = fieldsOf(event)
  const by = await audit(tx, doing.auditContext, {
    action: 'undo',
    object_type: subject,
    object_id: id,
    object_title: record.title,
    before: Object.fromEntries(fields.map((field) => [field, after[field] ?? null])),
    after: { ...Object.fromEntries(fields.map((field) => [field, before[field] ?? null])), undoes: eventId },
  })
  await tx.insertInto('undone_events').values({ event_id: eventId, by_event_id: by }).execute()
  return by
}

type Found = Recorded & Pick<UndoableEvent, 'id' | 'at' | 'actor_id'> & { undone_by: string | null }

async function findEvent(tx: Db, { subject, id }: Undone, eventId: number): Promise<Found> {
  const { rows } = await sql<Found>`
    select event.id, event.at, event.actor_id, event.action, event.before, event.after, undo.actor_name as undone_by
    from audit_events event
    left join undone_events undone on undone.event_id = event.id
    left join audit_events undo on undo.id = undone.by_event_id
    where event.id = ${eventId} and event.object_type = ${subject} and event.object_id = ${id}`.execute(tx)
  if (!rows[0]) throw notFound()
  return rows[0]
}

// What was changed again stays as it is, and whoever did so is named.
async function refuseChanged(tx: Db, locale: Locale, record: Undone, event: Recorded & { id: number }) {
  const again = fieldsOf(event).filter(
    (field) => canonical(record.values[field] ?? null) !== canonical(event.after![field] ?? null),
  )
  if (again.length === 0) return
  const { rows } = await sql<{ field: string; by: string; at: Date }>`
    select distinct on (field) field, actor_name as by, at
    from unnest(${again}::text[]) as field
    join audit_events on object_type = ${record.subject} and object_id = ${record.id} and id > ${event.id}
      and jsonb_exists(after, field)
    order by field, id desc`.execute(tx)
  const words = wordsOn(locale, (key) => textOf(locale, key), await offeredFields(tx, locale))
  const field = fieldName(again[0]!, record.subject, words)
  const person = rows.find((row) => row.field === again[0])?.by ?? textOf(locale, 'history.nobody_known')
  throw conflict('undo_changed', { parameters: { field, person }, current: { fields: rows } })
}

/** What a save would refuse at a field is, for an undo, a value that cannot be had back. */
async function refusingAsUndo(restore: () => Promise<void>): Promise<void> {
  try {
    await restore()
  } catch (error) {
    throw error instanceof InvalidInput ? conflict('undo_gone') : error
  }
}
