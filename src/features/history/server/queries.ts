import { sql } from 'kysely'
import { actorInWords } from '#server/audit/system-actors.ts'
import { canonical } from '#server/audit/audit.ts'
import { type CompanyScope, scopeOf } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import { accessActions } from '#server/http/access-events.ts'
import { paging } from '#server/lists/list-query.ts'
import type { User } from '#server/auth/session.ts'
import { textOf } from '#server/base/texts.ts'
import type { Locale } from '#shared/messages.ts'
import type { RecordDeclaration } from '#shared/records/define-record.ts'
import { can } from '#shared/permissions.ts'
import { offeredFields } from '#features/additional-fields/server/queries.ts'
import type { Subject } from '#features/reviews/outcomes.ts'
import { fieldName, type Words, textsIn } from '../describe.ts'
import {
  changedFields,
  isUndoable,
  affectsFunding,
  type RecordedChange,
  refusalByItself,
  rightToUndo,
} from '../undo.ts'
import { lastMovement, wasSent } from './undo-facts.ts'

type Stored = RecordedChange & {
  id: number
  at: Date
  actor: string
  undone_by: string | null
  undone_at: Date | null
  mails_sent: number
  run_id: number | null
  run_count: number
}

/**
 * Hides events about other companies: their gifts, reversals and claims. The gift or claim in the event identifies the company,
 * because titles change and another company may take one over.
 */
const ofOwnCompany = (scope: CompanyScope) =>
  scope.company_id === 'every'
    ? sql<boolean>`true`
    : sql<boolean>`(coalesce(after ->> 'company', before ->> 'company') is null or
        exists (select from fundings gift where gift.slug = coalesce(after ->> 'funding', before ->> 'funding')
          and gift.company_id = ${scope.company_id}::bigint))
        and (before ->> 'claim' is null or exists (select from recovery_claims claim
          where claim.slug = before ->> 'claim' and claim.company_id = ${scope.company_id}::bigint))`

/**
 * One page of changes of an object, newest first; each with whether the person may undo it, or why not. Reads appear only in
 * the audit log.
 */
export async function historyOf(
  db: Db,
  object: { record: RecordDeclaration; id: number },
  query: { page: number; page_size: number },
  asking: { user: User; locale: Locale },
) {
  const events = db
    .selectFrom('audit_events')
    .where('object_type', '=', object.record.name)
    .where('object_id', '=', object.id)
    .where('action', 'not in', accessActions)
    .where(ofOwnCompany(scopeOf(asking.user)))
  const { n } = await events.select((row) => row.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const { rows } = await sql<Stored>`
    select event.id, event.at, event.actor_name as actor, event.action, event.before, event.after,
      undo.actor_name as undone_by, undo.at as undone_at,
      (select count(*)::int from emails where emails.event_id = event.id and ${wasSent}) as mails_sent,
      changed.run_id, (select count(*)::int from bulk_rows
        where run_id = changed.run_id and state in ('done', 'undone', 'kept')) as run_count
    from (
      ${events
        .selectAll()
        .orderBy('id', 'desc')
        .limit(query.page_size)
        .offset((query.page - 1) * query.page_size)}
    ) event
    left join undone_events undone on undone.event_id = event.id
    left join audit_events undo on undo.id = undone.by_event_id
    left join bulk_rows changed on changed.event_id = event.id
    order by event.id desc`.execute(db)
  const facts = rows.some(isUndoable)
    ? await factsOf(db, { type: object.record.name, id: object.id })
    : undefined
  const words = textsIn(
    asking.locale,
    (key) => textOf(asking.locale, key),
    facts && object.record.name === 'project' ? await offeredFields(db, asking.locale) : [],
  )
  const results = rows.map((row) => ({
    id: row.id,
    at: row.at,
    actor: actorInWords(asking.locale, row.actor),
    action: row.action,
    before: asRecord(row.before),
    after: asRecord(row.after),
    ...undoOf(object.record, row, facts, { ...asking, words }),
    undone: row.undone_by === null ? null : { by: row.undone_by, at: row.undone_at! },
    run: row.run_id === null ? null : { id: row.run_id, count: row.run_count },
  }))
  return { ...paging(n, query), results }
}

type Touch = { field: string; id: number; by: string; value: unknown }
type Facts = { touches: Map<string, Touch>; last_movement: number | null }

/** The last event of each field, undos included, and the last one that moved money. */
async function factsOf(db: Db, { type, id }: { type: Subject; id: number }): Promise<Facts> {
  const touches = await sql<Touch>`
    select distinct on (field) field, event.id, actor_name as by, event.after -> field as value
    from audit_events event, jsonb_object_keys(event.after) field
    where object_type = ${type} and object_id = ${id} and jsonb_typeof(event.after) = 'object'
      and action not in (${sql.join(accessActions)})
    order by field, event.id desc`.execute(db)
  const moved = await sql<{
    last: number | null
  }>`select ${lastMovement({ subject: type, id })} as last`.execute(db)
  return {
    touches: new Map(touches.rows.map((touch) => [touch.field, touch])),
    last_movement: moved.rows[0]!.last,
  }
}

/** Whether an event can be undone, judged by events alone; the undo itself also checks the record. */
function undoOf(
  record: RecordDeclaration,
  event: Stored,
  facts: Facts | undefined,
  { user, locale, words }: { user: User; locale: Locale; words: Words },
): { can_undo: boolean; undo_refusal: { code: string; text: string } | null } {
  const cannot = { can_undo: false, undo_refusal: null }
  if (!facts || !isUndoable(event) || event.undone_by !== null) return cannot
  if (!rightToUndo(record, event).every((right) => can(user, right))) return cannot
  const refused = (code: string, parameters: Record<string, string | number> = {}) => ({
    can_undo: false,
    undo_refusal: { code, text: textOf(locale, `errors.${code}`, parameters) },
  })
  const byItself = refusalByItself(record, event)
  if (byItself === 'undo_not_possible') return cannot
  if (byItself) return refused(byItself)
  const field = changedFields(record, event).find((key) => {
    const touch = facts.touches.get(key)
    return touch !== undefined && canonical(touch.value) !== canonical(event.after![key] ?? null)
  })
  if (field !== undefined) {
    return refused('undo_changed', {
      field: fieldName(field, record, words),
      person: facts.touches.get(field)!.by,
    })
  }
  if (affectsFunding(record, event) && (facts.last_movement ?? 0) > event.id) return refused('undo_money')
  if (event.mails_sent > 0) return refused('undo_mails_sent', { count: event.mails_sent })
  return { can_undo: true, undo_refusal: null }
}

function asRecord(value: unknown): Record<string, unknown> | null {
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : null
}
