import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Subject } from '#features/reviews/outcomes.ts'

/** True for a mail that has reached a server or the built-in outbox; waiting and failed mails do not count. */
export const wasSent = sql<boolean>`(
  state in ('sending', 'sent') or (state = 'skipped' and reason = 'no_mail_server'))`

export async function countSentMails(db: Db, eventIds: number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from emails where event_id = any(${eventIds}::bigint[]) and ${wasSent}`.execute(
    db,
  )
  return rows[0]!.n
}

export async function stopMails(tx: Db, eventIds: number[]): Promise<void> {
  await sql`
    update emails set state = 'skipped', reason = 'undone', next_attempt_at = null
    where event_id = any(${eventIds}::bigint[]) and state = 'queued'`.execute(tx)
}

/** The latest audit event that moved money of a project, or of any project of an organization; null if there is none. */
export function lastMovement({
  subject,
  id,
}: {
  subject: Subject
  id: number | RawBuilder<number>
}): RawBuilder<number | null> {
  const projects =
    subject === 'project'
      ? sql`select ${id}::bigint`
      : sql`select id from projects where organization_id = ${id}`
  return sql<number | null>`(
    select max(moved.audit_event_id) from ledger_accounts account
    cross join lateral (
      select transaction_id from ledger_rows where credit_account_id = account.id
      union all select transaction_id from ledger_rows where debit_account_id = account.id
    ) entry
    join ledger_transactions moved on moved.id = entry.transaction_id
    where account.project_id in (${projects}))`
}

/** The same for several records by id; records without any movement are missing. */
export async function lastMovements(db: Db, subject: Subject, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const last = lastMovement({ subject, id: sql<number>`record.id` })
  const { rows } = await sql<{ id: number; last: number | null }>`
    select record.id, ${last} as last from unnest(${ids}::bigint[]) as record (id)`.execute(db)
  return new Map(rows.flatMap((row) => (row.last === null ? [] : [[row.id, row.last]])))
}
