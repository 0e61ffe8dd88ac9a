import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/**
 * Gives every new row of an import its slug: its title's where that is free, else with a number that is higher than
 * any behind the same beginning, so that no two can meet.
 */
export async function chooseSlugs(tx: Db, table: 'organizations' | 'projects', id: number): Promise<void> {
  const staged = sql.table(`import_${table}`)
  await sql`
    with wanted as (
      select n, slug_base as base, row_number() over (partition by slug_base order by n) as place
      from ${staged} where import_id = ${id} and is_new
    ), numbered as (
      -- Only the first of a name may go without a number, and only where nobody has that slug yet.
      select n, base, row_number() over (partition by base order by n) as place
      from wanted
      where place > 1 or exists (select from ${sql.table(table)} taken where taken.slug = wanted.base)
    ), numbers as (
      select base, max(number) as highest
      from (
        select regexp_replace(slug, '-[0-9]{1,9}$', '') as base, substring(slug from '-([0-9]{1,9})$')::bigint as number
        from (
          select slug from ${sql.table(table)} where exists (select from numbered)
          union all
          select base from wanted where exists (select from numbered)
        ) slugs
        where slug ~ '-[0-9]{1,9}$'
      ) suffixed
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
    where target.import_id = ${id} and target.n = wanted.n`.execute(tx)
}
