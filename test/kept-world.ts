import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { wholeDatabase } from './whole.ts'

/** Sessions and recorded searches are not part of the world. */
const left = ['sessions', 'sign_in_failures', 'searches']

/**
 * Copies the contents of every table, so that each of many calls can start from the same rows. `putBack` restores
 * changed tables. Triggers do not fire for it, which requires a superuser.
 */
export async function keepWorld(db: Db) {
  const { rows: tables } = await sql<{ name: string; columns: string }>`
    select c.relname as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
    from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely\\_%'
      and relname <> all(${left}::text[])
    group by c.relname`.execute(db)
  await sql`create schema kept_world`.execute(db)
  for (const { name } of tables)
    // oxlint-disable-next-line no-await-in-loop -- one connection is enough
    await sql`create table kept_world.${sql.ref(name)} as table public.${sql.ref(name)}`.execute(db)
  const kept = await wholeDatabase(db)
  const put = (statements: RawBuilder<unknown>[]) =>
    db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      // oxlint-disable-next-line no-await-in-loop -- one transaction
      for (const statement of statements) await statement.execute(tx)
    })
  return {
    /** The current contents of every table; `kept`: the former ones. */
    contents: () => wholeDatabase(db),
    kept,
    async putBack(): Promise<void> {
      const now = await wholeDatabase(db)
      // `wholeDatabase` omits some tables: these are restored every time.
      const changed = tables.filter(({ name }) => !(name in kept) || now[name] !== kept[name])
      await put(
        changed.flatMap(({ name, columns }) => [
          sql`delete from public.${sql.ref(name)}`,
          sql`insert into public.${sql.ref(name)} (${sql.raw(columns)}) overriding system value
            select ${sql.raw(columns)} from kept_world.${sql.ref(name)}`,
        ]),
      )
    },
  }
}
