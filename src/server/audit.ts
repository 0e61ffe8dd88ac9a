import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** Who did it: a person, or the system (import, nightly job). */
export type Actor = { id: number | null; name: string }

/** One change, as the history shows it. `before` and `after` hold only what changed; secrets never. */
export type AuditEvent = {
  action: string
  object_type: string
  object_id: number | null
  object_title?: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

export type AuditContext = { actor: Actor; now: Date; requestId?: string | null }

const firstHash = '0'.repeat(64)
const batchSize = 500

/** Writes one audit event in the change's own transaction, chained to the one before by hash (product.md §8). */
export async function audit(tx: Db, context: AuditContext, event: AuditEvent): Promise<void> {
  await auditAll(tx, context, [event])
}

/** Writes many audit events in their order; used by imports and bulk actions. */
export async function auditAll(tx: Db, context: AuditContext, events: AuditEvent[]): Promise<void> {
  if (events.length === 0) return
  let previous = await takeEnd(tx)
  for (let start = 0; start < events.length; start += batchSize) {
    const rows = events.slice(start, start + batchSize).map((event) => {
      const row = rowOf(context, event)
      const hash = hashOf(previous, row)
      const chained = { ...row, previous_hash: previous, hash }
      previous = hash
      return chained
    })
    await tx.insertInto('audit_events').values(rows).execute()
  }
}

/**
 * The same for many events of one kind that lie in the database already: `prepared` gives place, object_id,
 * object_title and `event`, the canonical JSON of `after`. The database chains them itself (migration 0011).
 */
export async function auditPrepared(
  tx: Db,
  context: AuditContext,
  kind: { action: string; object_type: string },
  prepared: RawBuilder<unknown>,
): Promise<void> {
  const previous = await takeEnd(tx)
  const { actor, now, requestId = null } = context
  const { action, object_type } = kind
  // The text of `hashOf`, cut where the rows differ; the keys stand in their order.
  const text = canonical({ action, actor_id: actor.id, actor_name: actor.name })
  const before = `${text.slice(0, -1)},"after":`
  const between = `,${canonical({ at: now.toISOString(), before: null }).slice(1, -1)},"object_id":`
  const after = `,${canonical({ object_type, request_id: requestId }).slice(1)}`
  await sql`
    insert into audit_events (at, actor_id, actor_name, action, object_type, object_id, object_title, after, request_id,
      previous_hash, hash)
    select ${now}, ${actor.id}::bigint, ${actor.name}, ${action}, ${object_type}, object_id, object_title, event::jsonb,
      ${requestId}, lag(hash, 1, ${previous}::text) over (order by place), hash
    from (
      select prepared.*, audit_chain(${previous}, ${before}::text || event || ${between} || object_id
        || ',"object_title":' || to_json(object_title)::text || ${after}) over (order by place) as hash
      from ${prepared} as prepared
    ) chained
    order by place`.execute(tx)
}

// The chain has one end: writers take it one after another, for the short rest of their transaction.
async function takeEnd(tx: Db): Promise<string> {
  await sql`select pg_advisory_xact_lock(7261001)`.execute(tx)
  const last = await tx
    .selectFrom('audit_events')
    .select('hash')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.hash ?? firstHash
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

/** The hash of an event: SHA-256 over the previous hash and the event with its keys sorted. */
export function hashOf(previous: string, row: ReturnType<typeof rowOf>): string {
  const { before, after, at, ...rest } = row
  const plain = {
    ...rest,
    at: at.toISOString(),
    before: before && JSON.parse(before),
    after: after && JSON.parse(after),
  }
  return createHash('sha256').update(previous).update(canonical(plain)).digest('hex')
}

/** JSON with its keys in order and without blanks: jsonb does not keep the order of keys, so it is fixed here. */
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

/** Only the keys whose value differs, so that the history shows what a change changed. */
export function differences<T extends Record<string, unknown>>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } {
  const changed = Object.keys(after).filter((key) => canonical(before[key]) !== canonical(after[key]))
  const only = (row: T) => Object.fromEntries(changed.map((key) => [key, row[key] ?? null])) as Partial<T>
  return { before: only(before), after: only(after) }
}
