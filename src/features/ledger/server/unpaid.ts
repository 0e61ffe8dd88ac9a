import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** Cents given to projects and not transferred yet, which will go to their current bank details. */
export async function unpaidCents(db: Db, ofProjects: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(greatest(funded_cents - paid_cents, 0)), 0)::bigint as cents
    from projects where ${ofProjects}`.execute(db)
  return rows[0]!.cents
}
