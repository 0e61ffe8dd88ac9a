import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/**
 * Expires everything a dead server held: leases of imports, heartbeats of jobs, and the claim to look for lost ones.
 * Only while no server runs.
 */
export async function expireLeases(db: Db): Promise<void> {
  await sql`update imports set lease_until = now() where lease_until > now()`.execute(db)
  await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 hour' where state = 'active'`.execute(
    db,
  )
  await sql`
    update pgboss.queue set monitor_claim_on = monitor_claim_on - interval '1 hour',
      monitor_on = monitor_on - interval '1 hour'`.execute(db)
}

/** Makes postponed jobs and retries due now. */
export async function makeRetriesDue(db: Db): Promise<void> {
  await sql`update pgboss.job set start_after = now() where state = 'retry' and start_after > now()`.execute(
    db,
  )
  await sql`update job_requests set due_at = now() where sent_at is null and due_at > now()`.execute(db)
}
