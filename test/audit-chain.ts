import { type AuditContext, hashOf } from '#server/audit.ts'
import type { Db } from '#server/db/db.ts'

/** The ids of audit events whose hash is not that of their content and of the event before; empty when all is well. */
export async function brokenEvents(db: Db): Promise<number[]> {
  const events = await db.selectFrom('audit_events').selectAll().orderBy('id').execute()
  let previous = '0'.repeat(64)
  return events.flatMap(({ id, previous_hash, hash, before, after, ...row }) => {
    const said = { ...row, before: textOf(before), after: textOf(after) }
    const right = previous_hash === previous && hash === hashOf(previous, said)
    previous = hash
    return right ? [] : [id]
  })
}

const textOf = (value: unknown) => (value === null ? null : JSON.stringify(value))

export const auditContext = (now: Date): AuditContext => ({
  actor: { id: null, name: 'Ünal "X" O\'Neil \\ \u2028' },
  now,
  requestId: 'request-1',
})
