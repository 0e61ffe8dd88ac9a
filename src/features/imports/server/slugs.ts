import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type Stage, stopIfCancelled } from './progress.ts'
import { underLease } from './lease.ts'

const slugsAtOnce = 2_000

/**
 * Gives every new row of an import its slug: that of its title if free, else with a number above all existing ones for
 * the same prefix, so that none collide.
 */
export async function chooseSlugs(stage: Stage, table: 'organizations' | 'projects'): Promise<void> {
  const { db, id } = stage
  let last = ''
  for (;;) {
    await stopIfCancelled(db, stage)
    const { rows } = await sql<{ to: string | null }>`
      select max(slug_base) as to from (
        select distinct slug_base from ${sql.table(`import_${table}`)}
        where import_id = ${id} and is_new and slug_base > ${last} order by slug_base limit ${slugsAtOnce}
      ) page`.execute(db)
    const { to } = rows[0]!
    if (to === null) return
    const after = last
    await underLease(stage, (tx) => chooseBetween(tx, table, id, { after, to }))
    last = to
  }
}

async function chooseBetween(
  db: Db,
  table: 'organizations' | 'projects',
  id: number,
  { after, to }: { after: string; to: string },
): Promise<void> {
  const staged = sql.table(`import_${table}`)
  const taken = sql.table(table)
  await sql`
    with wanted as (
      select n, slug_base as base, row_number() over (partition by slug_base order by n) as place
      from ${staged} where import_id = ${id} and is_new and slug_base > ${after} and slug_base <= ${to}
    ), numbered as (
      -- Only the first of a name may go without a number, and only where nobody has that slug yet.
      select n, base, row_number() over (partition by base order by n) as place
      from wanted
      where place > 1 or exists (select from ${taken} taken where taken.slug = wanted.base)
    ), numbers as (
      -- What stands behind the same beginning and a hyphen; the full stop is the character after the hyphen.
      select base, max(number::bigint) as highest
      from (select distinct base from numbered) bases, lateral (
        select slug from ${taken} where slug > base || '-' and slug < base || '.'
        union all
        select slug_base from ${staged}
        where import_id = ${id} and is_new and slug_base > base || '-' and slug_base < base || '.'
      ) near, lateral (select substring(slug from length(base) + 2) as number) parsed
      where number ~ '^[0-9]{1,9}$'
      group by base
    )
    update ${staged} target
    set slug = case
      when numbered.n is null then wanted.base
      else wanted.base || '-' || (greatest(coalesce(numbers.highest, 1), 1) + numbered.place)
    end
    from wanted
    left join numbered on numbered.n = wanted.n
    left join numbers on numbers.base = numbered.base
    where target.import_id = ${id} and target.n = wanted.n`.execute(db)
}
