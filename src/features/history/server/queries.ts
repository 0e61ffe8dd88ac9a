import type { Db } from '#server/db/db.ts'
import { accessActions } from '#server/access-events.ts'
import { paging } from '#server/list.ts'

/** Every change of one object (who merely read it is told in the audit log alone), newest first, a page at a time. */
export async function historyOf(
  db: Db,
  object: { type: string; id: number },
  query: { page: number; page_size: number },
) {
  const events = db
    .selectFrom('audit_events')
    .where('object_type', '=', object.type)
    .where('object_id', '=', object.id)
    .where('action', 'not in', accessActions)
  const { n } = await events.select((row) => row.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await events
    .select(['id', 'at', 'actor_name as actor', 'action', 'before', 'after'])
    .orderBy('id', 'desc')
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .execute()
  const results = rows.map((row) => ({ ...row, before: asRecord(row.before), after: asRecord(row.after) }))
  return { ...paging(n, query), results }
}

function asRecord(value: unknown): Record<string, unknown> | null {
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : null
}
