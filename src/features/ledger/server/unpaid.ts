import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** What projects were given and what was not transferred to them yet, in cents: it goes where their bank details say. */
export async function unpaidCents(db: Db, ofProjects: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(greatest(funded_cents - paid_cents, 0)), 0)::bigint as cents
    from projects where ${ofProjects}`.execute(db)
  return rows[0]!.cents
}
