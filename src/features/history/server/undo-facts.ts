import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Subject } from '#features/reviews/outcomes.ts'

/** A mail whose text a server, or the built-in outbox, has; what merely waits or failed has not gone out. */
export const hasGoneOut = sql<boolean>`(
  state in ('sending', 'sent') or (state = 'skipped' and reason = 'no_mail_server'))`

/** How many mails about these changes have gone out. */
export async function mailsGoneOut(db: Db, eventIds: number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from emails where event_id = any(${eventIds}::bigint[]) and ${hasGoneOut}`.execute(
    db,
  )
  return rows[0]!.n
}

/** Keeps the mails about a change that have not gone out from going out. */
export async function stopMails(tx: Db, eventId: number): Promise<void> {
  await sql`
    update emails set state = 'skipped', reason = 'undone', next_attempt_at = null
    where event_id = ${eventId} and state = 'queued'`.execute(tx)
}

/** The latest audit event that moved money of a project, or of any project of an organization; null where none did. */
export function lastMovement({ subject, id }: { subject: Subject; id: number }): RawBuilder<number | null> {
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

/** True when money moved after that event. */
export async function movedSince(
  db: Db,
  record: { subject: Subject; id: number },
  eventId: number,
): Promise<boolean> {
  const { rows } = await sql<{ last: number | null }>`select ${lastMovement(record)} as last`.execute(db)
  return (rows[0]!.last ?? 0) > eventId
}
