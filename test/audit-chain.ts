import { createHash } from 'node:crypto'
import { type AuditContext, textOf } from '#server/audit/audit.ts'
import { firstHash, sealEvents } from '#server/audit/seals.ts'
import type { Db } from '#server/db/db.ts'

/**
 * Seals unsealed events and returns the ids of audit events whose digest does not match their content, or whose seal
 * does not match the one before; empty for an intact chain. Reads as an auditor would, without the database's
 * functions.
 */
export async function brokenEvents(db: Db): Promise<number[]> {
  await sealEvents(db)
  const events = await db
    .selectFrom('audit_events')
    .leftJoin('audit_seals', 'event_id', 'id')
    .select(['id', 'at', 'actor_id', 'actor_name', 'action', 'object_type', 'object_id', 'object_title'])
    .select(['before', 'after', 'request_id', 'digest', 'position', 'previous_hash', 'hash'])
    .orderBy('position')
    .execute()
  let last = { position: 0, hash: firstHash }
  return events.flatMap(({ id, digest, position, previous_hash, hash, before, after, ...row }) => {
    const text = textOf({ ...row, before: json(before), after: json(after) })
    const right =
      digest === sha256(text) &&
      position === last.position + 1 &&
      previous_hash === last.hash &&
      hash === sha256(previous_hash + digest)
    last = { position: position ?? 0, hash: hash ?? '' }
    return right ? [] : [id]
  })
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const json = (value: unknown) => (value === null ? null : JSON.stringify(value))

export const auditContext = (now: Date): AuditContext => ({
  actor: { id: null, name: 'Ünal "X" O\'Neil \\ \u2028' },
  now,
  requestId: 'request-1',
})
