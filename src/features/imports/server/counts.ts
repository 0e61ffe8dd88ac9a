import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { ImportCounts } from '../work-rules.ts'

/** What the staged and matched rows of an import would bring, or have brought; amounts in cents. */
export async function countImport(db: Db, id: number): Promise<ImportCounts> {
  const { rows: totals } = await sql<{ rows: number; refused: number }>`
    select count(*) as rows, count(refused) as refused from import_rows where import_id = ${id}`.execute(db)
  const { rows: refused_by } = await sql<ImportCounts['refused_by'][number]>`
    select reason ->> 'code' as code, reason ->> 'field' as field, count(*) as rows
    from import_rows, jsonb_array_elements(refused -> 'reasons') reason
    where import_id = ${id} and refused is not null
    group by 1, 2 order by 3 desc, 1, 2`.execute(db)
  const { rows: years } = await sql<{
    year: number
    gifts: number
    cents: number
    added: number
    new_cents: number
  }>`
    select extract(year from received_on)::integer as year, count(*) as gifts, sum(amount_cents)::bigint as cents,
      count(*) filter (where not known) as added,
      coalesce(sum(amount_cents) filter (where not known), 0)::bigint as new_cents
    from import_rows where import_id = ${id} and gift_hash is not null
    group by 1 order by 1`.execute(db)
  const gifts = years.reduce((sum, year) => sum + year.gifts, 0)
  const added = years.reduce((sum, year) => sum + year.added, 0)
  return {
    ...totals[0]!,
    refused_by,
    organizations: await newAndKnown(db, 'import_organizations', id),
    projects: await newAndKnown(db, 'import_projects', id),
    gifts: { new: added, known: gifts - added },
    years: years.map(({ year, gifts: all, cents, new_cents }) => ({ year, gifts: all, cents, new_cents })),
  }
}

async function newAndKnown(db: Db, table: 'import_organizations' | 'import_projects', id: number) {
  const { rows } = await sql<{ new: number; known: number }>`
    select count(*) filter (where is_new) as new, count(*) filter (where not is_new) as known
    from ${sql.table(table)} where import_id = ${id}`.execute(db)
  return rows[0]!
}
