import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { AuditAction } from '#shared/audit-actions.ts'
import type { AuditObject } from '#shared/audit-objects.ts'
import type { Db } from '../db/db.ts'

/** The author: a person or the system (import, nightly job). */
export type Actor = { id: number | null; name: string }

/** One change, as the history shows it. `before` and `after` hold only changed values, and never secrets. */
export type AuditEvent = {
  action: AuditAction
  object_type: AuditObject
  object_id: number | null
  object_title?: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

export type AuditContext = { actor: Actor; now: Date; requestId?: string | null }

/** The record an event is about: `id` is null for what has none; the history shows `title` after the record is gone. */
export function auditOf(
  object_type: AuditObject,
  { id, title = '' }: { id: number | null; title?: string },
): Pick<AuditEvent, 'object_type' | 'object_id' | 'object_title'> {
  return { object_type, object_id: id, object_title: title }
}

// Eleven parameters each; a statement takes at most 65,535.
const batchSize = 5000

/**
 * Writes one audit event in the change's own transaction. It waits for nobody: the sealer chains it to the events before
 * it a moment after the commit (seals.ts). Returns the event's id, for what points at it (ledger transactions).
 */
export async function audit(tx: Db, context: AuditContext, event: AuditEvent): Promise<number> {
  const [id] = await auditAll(tx, context, [event])
  return id!
}

/** Writes many audit events and returns their ids in the given order; for bulk actions. */
export async function auditAll(tx: Db, context: AuditContext, events: AuditEvent[]): Promise<number[]> {
  const ids: number[] = []
  for (let start = 0; start < events.length; start += batchSize) {
    const rows = events.slice(start, start + batchSize).map((event) => {
      const row = rowOf(context, event)
      return { ...row, digest: digestOf(row) }
    })
    const written = await tx.insertInto('audit_events').values(rows).returning('id').execute()
    ids.push(...written.map((row) => row.id))
  }
  return ids
}

/**
 * The same for many events of one kind that are already in the database: `prepared` holds place, object_id,
 * object_title and `event`, the canonical JSON of `after`. The database computes their digests.
 */
export async function auditPrepared(
  tx: Db,
  context: AuditContext,
  kind: { action: AuditAction; object_type: AuditObject },
  prepared: RawBuilder<unknown>,
): Promise<void> {
  const { actor, now, requestId = null } = context
  const { action, object_type } = kind
  // The text of `textOf`, split where the rows differ; the keys keep their order.
  const text = canonical({ action, actor_id: actor.id, actor_name: actor.name })
  const before = `${text.slice(0, -1)},"after":`
  const between = `,${canonical({ at: now.toISOString(), before: null }).slice(1, -1)},"object_id":`
  const after = `,${canonical({ object_type, request_id: requestId }).slice(1)}`
  await sql`
    insert into audit_events (at, actor_id, actor_name, action, object_type, object_id, object_title, after, request_id,
      digest)
    select ${now}, ${actor.id}::bigint, ${actor.name}, ${action}, ${object_type}, object_id, object_title, event::jsonb,
      ${requestId}, sha256_hex(${before}::text || event || ${between} || object_id
        || ',"object_title":' || to_json(object_title)::text || ${after})
    from ${prepared} as prepared
    order by place`.execute(tx)
}

function rowOf({ actor, now, requestId }: AuditContext, event: AuditEvent) {
  return {
    at: now,
    actor_id: actor.id,
    actor_name: actor.name,
    action: event.action,
    object_type: event.object_type,
    object_id: event.object_id,
    object_title: event.object_title ?? '',
    before: event.before ? JSON.stringify(event.before) : null,
    after: event.after ? JSON.stringify(event.after) : null,
    request_id: requestId ?? null,
  }
}

/** The event as it is hashed: JSON with sorted keys. `audit_event_text` in the database produces the same. */
export function textOf({
  before,
  after,
  at,
  ...rest
}: Omit<ReturnType<typeof rowOf>, 'action' | 'object_type'> & {
  action: string
  object_type: string
}): string {
  return canonical({
    ...rest,
    at: at.toISOString(),
    before: before && JSON.parse(before),
    after: after && JSON.parse(after),
  })
}

/** The writer's digest of an event: SHA-256 of its text. */
function digestOf(row: ReturnType<typeof rowOf>): string {
  return createHash('sha256').update(textOf(row)).digest('hex')
}

/** JSON with sorted keys and no blanks: jsonb does not keep the order of keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value && typeof value === 'object') {
    const entries = Object.entries(value as Record<string, unknown>).filter(([, v]) => v !== undefined)
    return `{${entries
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`)
      .join(',')}}`
  }
  return JSON.stringify(value ?? null)
}

/** Only the keys whose values differ, so that the history shows the actual changes. */
export function differences<T extends Record<string, unknown>>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } {
  const changed = Object.keys(after).filter((key) => canonical(before[key]) !== canonical(after[key]))
  const only = (row: T) => Object.fromEntries(changed.map((key) => [key, row[key] ?? null])) as Partial<T>
  return { before: only(before), after: only(after) }
}
