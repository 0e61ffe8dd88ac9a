import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/**
 * The complete schema as lines: columns, types, defaults, constraints, indexes, triggers, functions. Equal databases
 * give equal lines; the order of columns is ignored.
 */
export async function catalogue(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with ours as (select 'public'::regnamespace::oid as id)
    select concat_ws(' ', 'column', c.relname, c.relkind, c.relpersistence, attname, format_type(atttypid, atttypmod),
      attcollation::regcollation, attnotnull, attidentity, attgenerated, pg_get_expr(adbin, adrelid)) as line
    from pg_attribute a join pg_class c on c.oid = attrelid join ours on id = relnamespace
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped and relkind in ('r', 'v', 'c', 'S')
    union all
    select concat_ws(' ', 'constraint', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
    from pg_constraint join ours on ours.id = connamespace
    union all
    select concat_ws(' ', 'index', indisvalid, pg_get_indexdef(indexrelid))
    from pg_index join pg_class c on c.oid = indexrelid join ours on id = relnamespace
    union all
    select concat_ws(' ', 'trigger', tgenabled, pg_get_triggerdef(t.oid))
    from pg_trigger t join pg_class c on c.oid = tgrelid join ours on id = relnamespace where not tgisinternal
    union all
    select concat_ws(' ', 'function', p.oid::regprocedure, prokind, prosecdef, provolatile, proparallel, proisstrict, proconfig,
      pg_get_function_result(p.oid), prosrc, pg_get_function_sqlbody(p.oid))
    from pg_proc p join ours on id = pronamespace
    union all
    select 'schema ' || nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'test_seeds'
    order by line`.execute(db)
  return rows.map((row) => row.line)
}
