import type { AuditObject } from '#shared/audit-objects.ts'
import { sql } from 'kysely'
import type { ListQuery } from '#shared/lists/list.ts'
import type { Db } from '#server/db/db.ts'
import { allOf, paging } from '#server/lists/list-query.ts'
import type { auditList } from '../audit/table.ts'

export type AuditQuery = ListQuery<typeof auditList>

export type ListedEvent = {
  id: number
  at: Date
  actor: string
  action: string
  object_type: AuditObject
  object_id: number | null
  object_title: string
  request_id: string | null
  position: number | null
  hash: string | null
  previous_hash: string | null
}

/** One page of the audit log, in the order in which events were written. */
export async function listEvents(db: Db, { search, filters, ordering, ...query }: AuditQuery) {
  const words = search.split(/\s+/).filter(Boolean)
  const where = allOf([
    ...words.map(
      (word) => sql<boolean>`strpos(lower(actor_name || ' ' || object_title), lower(${word})) > 0`,
    ),
    ...(filters.action ? [sql<boolean>`action = any(${filters.action}::text[])`] : []),
  ])
  const counted = await sql<{ n: number }>`select count(*) as n from audit_events where ${where}`.execute(db)
  const direction = ordering.descending ? sql`desc` : sql`asc`
  const { rows } = await sql<ListedEvent>`
    with page as materialized (
      select id, at, actor_name as actor, action, object_type, object_id, object_title, request_id
      from audit_events where ${where} order by id ${direction}
      limit ${query.page_size} offset ${(query.page - 1) * query.page_size})
    select page.*, seal.position, seal.hash, seal.previous_hash
    from page left join audit_seals seal on seal.event_id = page.id order by page.id ${direction}`.execute(db)
  return { ...paging(counted.rows[0]!.n, query), rows }
}
