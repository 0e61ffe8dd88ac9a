import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { embeddedVersion } from '#server/db/embedded/binaries.ts'
import { startThrowAway } from './cluster.ts'

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
const CACHE = fileURLToPath(new URL('../node_modules/.cache/almoner-tests', import.meta.url))

const beingMade = 'making-'

/** Whether another run may be using a folder: a killed run's folder is older than any run takes. */
const isBeingMade = (folder: string) =>
  folder.startsWith(beingMade) &&
  Date.now() - (statSync(join(CACHE, folder), { throwIfNoEntry: false })?.mtimeMs ?? 0) < 5 * 60_000

/**
 * The data folder of a cluster with the migrated template, to be copied; created when the migrations have changed since
 * the last run.
 */
export async function preparedCluster(): Promise<string> {
  // One per user of this machine: the files belong to the user who runs the server.
  const name = `${templateName()}_${embeddedVersion}_${process.getuid?.() ?? 0}`
  const folder = join(CACHE, name)
  if (!existsSync(folder)) {
    mkdirSync(CACHE, { recursive: true })
    const older = readdirSync(CACHE).filter((one) => !isBeingMade(one))
    const making = mkdtempSync(join(CACHE, beingMade))
    const cluster = await startThrowAway({ keepIn: making })
    await postgresqlTemplate(cluster.url)
    await cluster.stop()
    // Another run may have created the same meanwhile.
    if (existsSync(folder)) older.push(basename(making))
    else renameSync(making, folder)
    for (const one of older) rmSync(join(CACHE, one), { recursive: true, force: true })
  }
  return join(folder, 'data')
}

/** The name of a migrated database on the server of `url` to copy; created when missing. */
export async function postgresqlTemplate(url: string): Promise<string> {
  const name = templateName()
  await withServer(url, async (server) => {
    await server.query('select pg_advisory_lock(hashtext($1))', [name]) // several test processes may get here at once
    const { rowCount } = await server.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    await server.query(`drop database if exists ${name}_making`)
    await server.query(`create database ${name}_making template template0 encoding 'UTF8'`)
    const making = { connectionString: inDatabase(url, `${name}_making`) }
    await migrate({ connection: making })
    await withServer(making.connectionString, (client) => client.query(rememberSeeds))
    await server.query(`alter database ${name}_making rename to ${name}`)
  })
  return name
}

/** Runs `work` on a separate connection. */
export async function withServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The same server, another database. */
export function inDatabase(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}

/** Changes with the migrations and with this file's additions. */
function templateName(): string {
  const hash = createHash('sha256').update(rememberSeeds)
  for (const file of readdirSync(MIGRATIONS, { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.sql'))
    .sort()) {
    hash.update(file).update(readFileSync(join(MIGRATIONS, file)))
  }
  return `almoner_template_${hash.digest('hex').slice(0, 16)}`
}

/** The migrator's own tables: tests neither empty nor fill them. */
const migrationTables = `array['kysely_migration', 'kysely_migration_lock', 'applied_code']`

/**
 * Remembers the rows inserted by migrations, with a function that empties every table and restores those rows. Triggers
 * that forbid deletion do not fire for it, which requires a superuser.
 */
const rememberSeeds = `
create schema test_seeds;

do $$
declare
  t record;
  filled boolean;
begin
  for t in select tablename as name from pg_tables where schemaname = 'public' and tablename <> all (${migrationTables}) loop
    execute format('select exists (select from public.%I)', t.name) into filled;
    if filled then
      execute format('create table test_seeds.%I as table public.%I', t.name, t.name);
    end if;
  end loop;
end $$;

create function test_seeds.restore() returns void language plpgsql as $$
declare
  t record;
  every text;
  filled text[];
  largest bigint;
begin
  perform set_config('session_replication_role', 'replica', true);
  select string_agg(format('public.%I', relname), ', ') into every from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> all (${migrationTables});
  -- Whoever still writes ends first.
  execute 'lock table ' || every;
  -- Asked once: the sizes of a hundred files take longer than emptying the few that have rows.
  select array_agg(format('public.%I', name)), max(size) into filled, largest
  from (
    select relname as name, pg_relation_size(oid) as size from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all (${migrationTables})
  ) tables
  where size > 0;
  -- New files for a hundred tables and their indexes take longer than most tests; few tables have rows, and few have many.
  if largest > 262144 then
    execute 'truncate ' || every;
  else
    for i in 1 .. coalesce(cardinality(filled), 0) loop
      execute 'delete from ' || filled[i];
    end loop;
  end if;
  perform setval(seqrelid, seqstart, false) from pg_sequence join pg_class on oid = seqrelid
  where relnamespace = 'public'::regnamespace and pg_sequence_last_value(seqrelid) is not null;
  for t in
    select c.relname as name,
      string_agg(quote_ident(a.attname), ', ' order by a.attnum) filter (where a.attgenerated = '') as columns,
      max(a.attname) filter (where a.attidentity <> '') as counted
    from pg_class c
      join pg_attribute a on a.attrelid = format('public.%I', c.relname)::regclass and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'test_seeds'::regnamespace and c.relkind = 'r'
    group by c.relname
  loop
    execute format('insert into public.%I (%s) overriding system value select %2$s from test_seeds.%1$I', t.name, t.columns);
    if t.counted is not null then
      execute format(
        'select setval(pg_get_serial_sequence(%L, %L), max(%I)) from public.%I',
        'public.' || quote_ident(t.name), t.counted, t.counted, t.name
      );
    end if;
  end loop;
end $$;

-- What every table but these holds, as one sum each; one answer for a hundred tables, most of them empty.
create function test_seeds.contents(outside text[], out name text, out rows text) returns setof record
  language plpgsql as $$
begin
  for name in
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> all(outside)
    order by relname
  loop
    execute format('select coalesce(md5(string_agg(t::text, ''|'' order by t::text)), '''') from public.%I t', name) into rows;
    return next;
  end loop;
end $$;
`
