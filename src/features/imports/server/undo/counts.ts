import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { notRemoved } from '#server/lists/removed-rows.ts'

/** Records that undo removes, with its gifts in cents, and the amount it restores to earlier gifts. */
export type UndoCounts = {
  gifts: number
  cents: number
  projects: number
  organizations: number
  restored: { gifts: number; cents: number }
}

export async function countImported(db: Db, id: number): Promise<UndoCounts> {
  const { rows } = await sql<UndoCounts>`
    select gift.n as gifts, gift.cents,
      (select count(*) from projects where import_id = ${id} and ${notRemoved}) as projects,
      (select count(*) from organizations where import_id = ${id} and ${notRemoved}) as organizations,
      (
        select jsonb_build_object('gifts', count(*), 'cents',
          coalesce(sum((gift ->> 'amount_cents')::bigint - coalesce(standing.amount_cents, 0)), 0)::bigint)
        from import_corrections correction left join fundings standing using (slug)
        where correction.import_id = ${id}
      ) as restored
    from (
      select count(*) as n, coalesce(sum(amount_cents), 0)::bigint as cents
      from fundings where import_id = ${id} and undone_on is null
    ) gift`.execute(db)
  return rows[0]!
}
