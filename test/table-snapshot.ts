import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { checksumsWithout, databaseChecksums, excludedTables } from './table-checksums.ts'

/** Sessions and recorded searches are not part of the world. */
const left = ['sessions', 'sign_in_failures', 'searches']

/**
 * Copies the contents of every table, so that each of many calls can start from the same rows. `putBack` restores
 * changed tables. Triggers do not fire for it, which requires a superuser.
 */
export async function snapshotTables(db: Db) {
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
  const kept = await databaseChecksums(db)
  await noteWrites(db, tables)
  /** Tables written since the last `putBack`, by statements that may have changed nothing. */
  const written = async () => {
    const { rows } = await sql<{ name: string }>`select distinct name from kept_world.written`.execute(db)
    return new Set(rows.map(({ name }) => name))
  }
  const contents = async (names: Set<string>) => {
    if (names.size === 0) return kept
    const others = tables.map(({ name }) => name).filter((name) => !names.has(name))
    return { ...kept, ...(await checksumsWithout(db, [...new Set([...excludedTables, ...others])])) }
  }
  const put = (statements: RawBuilder<unknown>[]) =>
    db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      // oxlint-disable-next-line no-await-in-loop -- one transaction
      for (const statement of statements) await statement.execute(tx)
    })
  return {
    /** The current contents of every table; `kept`: the former ones. */
    contents: async () => contents(await written()),
    kept,
    async putBack(): Promise<void> {
      const names = await written()
      const now = await contents(names)
      // Sums omit some tables: these are restored whenever they were written.
      const changed = tables.filter(
        ({ name }) => names.has(name) && (!(name in kept) || now[name] !== kept[name]),
      )
      await put([
        sql`delete from kept_world.written`,
        ...changed.flatMap(({ name, columns }) => [
          sql`delete from public.${sql.ref(name)}`,
          sql`insert into public.${sql.ref(name)} (${sql.raw(columns)}) overriding system value
            select ${sql.raw(columns)} from kept_world.${sql.ref(name)}`,
        ]),
      ])
    },
  }
}

/** Notes each table that a committed statement writes: summing a hundred tables takes longer than most calls. */
async function noteWrites(db: Db, tables: readonly { name: string }[]): Promise<void> {
  await sql`create table kept_world.written (name text)`.execute(db)
  await sql`create function kept_world.note_write() returns trigger language plpgsql security definer as
    'begin insert into kept_world.written values (tg_table_name); return null; end'`.execute(db)
  for (const { name } of tables)
    // oxlint-disable-next-line no-await-in-loop -- one connection is enough
    await sql`create trigger note_write after insert or update or delete or truncate on public.${sql.ref(name)}
      execute function kept_world.note_write()`.execute(db)
}
