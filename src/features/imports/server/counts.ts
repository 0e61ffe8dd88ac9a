import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { notRemovedOf } from '#server/lists/removed-rows.ts'
import type { ImportCounts, TakenBack } from '../work-rules.ts'
import { reducedGifts } from './correct.ts'

/** The records that an import's staged and matched rows would create, or have created; amounts in cents. */
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
    from import_rows where import_id = ${id} and gift_hash is not null and amount_cents > 0
    group by 1 order by 1`.execute(db)
  const gifts = years.reduce((sum, year) => sum + year.gifts, 0)
  const added = years.reduce((sum, year) => sum + year.added, 0)
  return {
    ...totals[0]!,
    refused_by,
    organizations: await newAndKnown(db, 'import_organizations', id),
    projects: await newAndKnown(db, 'import_projects', id),
    gifts: { new: added, known: gifts - added },
    currencies: await perCurrency(db, id),
    equal_rows: await equalRows(db, id),
    reversals: await reversals(db, id),
    taken_back: await countReductions(db, id),
    alike: await alikeNames(db, id),
    years: years.map(({ year, gifts: all, cents, new_cents }) => ({ year, gifts: all, cents, new_cents })),
  }
}

async function newAndKnown(db: Db, table: 'import_organizations' | 'import_projects', id: number) {
  const { rows } = await sql<{ new: number; known: number }>`
    select count(*) filter (where is_new) as new, count(*) filter (where not is_new) as known
    from ${sql.table(table)} where import_id = ${id}`.execute(db)
  return rows[0]!
}

async function perCurrency(db: Db, id: number): Promise<NonNullable<ImportCounts['currencies']>> {
  const { rows } = await sql<NonNullable<ImportCounts['currencies']>[number]>`
    select extract(year from received_on)::integer as year, currency, count(*) as gifts,
      sum(source_cents)::bigint as source_cents, sum(amount_cents)::bigint as cents,
      coalesce(sum(amount_cents) filter (where not known), 0)::bigint as new_cents
    from import_rows where import_id = ${id} and gift_hash is not null and amount_cents > 0
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

async function equalRows(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from import_rows where import_id = ${id} and occurrence > 1 and gift_hash is not null`.execute(
    db,
  )
  return rows[0]!.n
}

async function reversals(db: Db, id: number): Promise<NonNullable<ImportCounts['reversals']>> {
  const { rows } = await sql<NonNullable<ImportCounts['reversals']>>`
    select count(*) filter (where reversal_hash is not null and not known) as new,
      count(*) filter (where reversal_hash is not null and known) as known,
      coalesce(sum(gross_cents - amount_cents) filter (where not known), 0)::bigint as cents
    from import_rows
    where import_id = ${id} and refused is null and (reversal_hash is not null or gross_cents is not null)`.execute(
    db,
  )
  return rows[0]!
}

/** Maximum number of reduced gifts listed. */
const namedGifts = 20

async function countReductions(db: Db, id: number): Promise<TakenBack> {
  const { rows: years } = await sql<{ year: number; gifts: number; cents: number }>`
    select extract(year from gift.received_on)::integer as year, count(*) as gifts,
      sum(taken.cents - taken.left)::bigint as cents
    from ${reducedGifts(id)} taken join fundings gift on gift.id = taken.id
    group by 1 order by 1`.execute(db)
  const { rows } = await sql<TakenBack['first'][number]>`
    select row.line, jsonb_build_object('slug', project.slug, 'title', project.title) as project, gift.received_on,
      taken.cents, taken.left as left_cents,
      case when imports.id is not null then jsonb_build_object('id', imports.id, 'filename', imports.filename) end as import
    from ${reducedGifts(id)} taken
    join import_rows row on row.import_id = ${id} and row.n = taken.first
    join fundings gift on gift.id = taken.id
    join projects project on project.id = gift.project_id
    left join imports on imports.id = gift.import_id
    order by taken.first limit ${namedGifts}`.execute(db)
  return {
    gifts: years.reduce((sum, year) => sum + year.gifts, 0),
    cents: years.reduce((sum, year) => sum + year.cents, 0),
    years: years.map(({ year, cents }) => ({ year, cents })),
    first: rows,
  }
}

/** Maximum number of pairs listed. */
const namedPairs = 20

/** New organizations whose bare name equals another one's, in the file or in the database; they may be the same. */
async function alikeNames(db: Db, id: number): Promise<NonNullable<ImportCounts['alike']>> {
  const { rows } = await sql<{ one: string; other: string; n: number }>`
    with named as materialized (
      select n, is_new, fields ->> 'title' as title, bare_name(fields ->> 'title') as bare
      from import_organizations where import_id = ${id}
    ), pair as (
      select one.title as one, other.title as other, one.n as at
      from named one join named other on other.bare = one.bare
        and (other.n < one.n or not other.is_new) and other.n <> one.n
      where one.is_new
      union
      select one.title, organizations.title, one.n
      from named one join organizations on bare_name(organizations.title) = one.bare and ${notRemovedOf('organizations')}
      where one.is_new
    )
    select one, other, count(*) over () as n from pair
    where bare_name(one) <> '' and name_identity(one) <> name_identity(other)
      and not exists (
        select from organization_name_pairs decided
        where decided.one = least(name_identity(pair.one) collate "C", name_identity(pair.other) collate "C")
          and decided.other = greatest(name_identity(pair.one) collate "C", name_identity(pair.other) collate "C"))
    order by at, other limit ${namedPairs}`.execute(db)
  return { pairs: rows[0]?.n ?? 0, first: rows.map(({ one, other }) => [one, other]) }
}
