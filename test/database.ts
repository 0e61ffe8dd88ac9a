import { randomBytes } from 'node:crypto'
import { openAsBlob, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { kyselyOn, openDatabase, type Database } from '#server/db/db.ts'
import { embeddedFolder } from '#server/db/embedded-folder.ts'
import { openPglite } from '#server/db/pglite.ts'
import { openPool } from '#server/db/pool.ts'
import { serveWire } from '#server/db/wire.ts'
import { retrySerialization } from '#server/transaction.ts'
import { socketFolders } from './global-setup.ts'
import { inDatabase, pgliteTemplates, postgresqlTemplate, withServer } from './template.ts'

export type TestDatabase = Database & {
  /** Empties every table, but for the rows that the migrations brought; identities start again. */
  reset: () => Promise<void>
}

/**
 * A migrated database of its own for one test file: a copy on the server of `url` or TEST_DATABASE_URL, otherwise PGlite
 * in this process behind the same socket, pool and drivers as in production. Close it in `afterAll`; where files share
 * their process, the next one goes on with it, emptied.
 */
export async function testDatabase({
  poolSize,
  url = process.env.TEST_DATABASE_URL,
}: { poolSize?: number; url?: string } = {}): Promise<TestDatabase> {
  const database = url ? await createOnServer(url, await postgresqlTemplate(url), poolSize) : await takeOver()
  // A worker that still runs may stand in the way of emptying every table.
  const reset = () => retrySerialization(() => database.pool.query('select test_seeds.restore()'))
  return { ...database, reset: async () => void (await reset()) }
}

/** A database of its own without any table, for testing migrations. */
export async function emptyDatabase(): Promise<Database> {
  const url = process.env.TEST_DATABASE_URL
  return url ? await createOnServer(url, 'template0') : await createInProcess((await pgliteTemplates()).empty)
}

/** The embedded database as the product runs it, migrated: in a process of its own, with its files below `dataDir`. */
export async function embeddedInProcess(dataDir: string): Promise<TestDatabase> {
  const { migrated } = await pgliteTemplates()
  const folder = join(embeddedFolder(dataDir), 'pgdata')
  await (await openPglite({ dataDir: folder, loadDataDir: await openAsBlob(migrated) })).close()
  const database = await openDatabase({ dataDir })
  return { ...database, reset: async () => void (await database.pool.query('select test_seeds.restore()')) }
}

async function createOnServer(url: string, template: string, poolSize?: number): Promise<Database> {
  const name = `almoner_test_${randomBytes(6).toString('hex')}`
  await withServer(url, (server) => server.query(`create database ${name} template ${template}`))
  const database = await openDatabase({ databaseUrl: inDatabase(url, name), dataDir: '', poolSize })
  return {
    ...database,
    async close() {
      await database.close()
      await withServer(url, (server) => server.query(`drop database ${name} with (force)`))
    },
  }
}

async function createInProcess(dump: string): Promise<Database> {
  const embedded = await openEmbedded(dump)
  return onEmbedded(embedded, embedded.stop)
}

type Embedded = { connection: pg.PoolConfig; stop: () => Promise<void> }

async function openEmbedded(dump: string): Promise<Embedded> {
  const folder = mkdtempSync(join(process.env[socketFolders] || tmpdir(), 'almoner-test-'))
  const pglite = await openPglite({ loadDataDir: await openAsBlob(dump) })
  const wire = await serveWire(pglite, join(folder, '.s.PGSQL.5432'), {
    onBroken: (error) => {
      throw error
    },
    // in a test this is a statement beside the open transaction where one inside it was meant
    idleInTransaction: 5000,
  })
  return {
    connection: { host: folder, port: 5432, user: 'postgres', database: 'postgres' },
    async stop() {
      await wire.stop()
      await pglite.close()
      rmSync(folder, { recursive: true })
    },
  }
}

function onEmbedded({ connection }: Embedded, done: () => Promise<void>): Database {
  const { pool, end } = openPool({ connection, max: 10 }, () => {})
  const db = kyselyOn(pool)
  return {
    db,
    reader: db,
    kind: 'embedded',
    pool,
    connection,
    embeddedPid: () => undefined,
    isOccupied: () => false,
    async close() {
      await end()
      await done()
    },
  }
}

/** What a file of this process has left for the next one; its shape as the migrations made it. */
type Left = { embedded: Embedded; shape: string }
let left: Left | undefined

/** The database that an earlier file of this process has left, or a new one: opening one takes longer than most files. */
async function takeOver(): Promise<Database> {
  const { migrated } = await pgliteTemplates()
  if (!process.env[socketFolders]) return await createInProcess(migrated)
  const taken = left ?? (await openAndLook(migrated))
  left = undefined
  return onEmbedded(taken.embedded, async () => {
    // Whoever changed tables, triggers, functions or settings, or had the planner count rows, leaves nothing to others.
    if (left || (await shapeOf(taken.embedded)) !== taken.shape) await taken.embedded.stop()
    else left = taken
  })
}

async function openAndLook(dump: string): Promise<Left> {
  const embedded = await openEmbedded(dump)
  return { embedded, shape: await shapeOf(embedded) }
}

/** Empties the database; says what its schema, settings and statistics are. */
async function shapeOf({ connection }: Embedded): Promise<string> {
  const client = new pg.Client(connection as pg.ClientConfig)
  await client.connect()
  try {
    await client.query('rollback')
    await client.query('discard all')
    await client.query('select test_seeds.restore()')
    const { rows } = await client.query<{ shape: string }>(`
      select md5(string_agg(part, '|' order by part)) as shape from (
        select concat_ws(' ', 'class', relname, relkind, relpersistence, reloptions) as part from pg_class
        where relnamespace = 'public'::regnamespace
        union all
        select concat_ws(' ', 'column', attrelid::regclass, attname, atttypid::regtype, attnotnull, attidentity)
        from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
        union all
        select concat_ws(' ', 'trigger', tgrelid::regclass, tgname, tgenabled) from pg_trigger
        union all
        select concat_ws(' ', 'function', proname, md5(prosrc), proconfig) from pg_proc
        where pronamespace = 'public'::regnamespace
        union all
        select concat_ws(' ', 'constraint', conrelid::regclass, conname, convalidated, md5(pg_get_constraintdef(oid)))
        from pg_constraint where connamespace = 'public'::regnamespace
        union all
        select concat_ws(' ', 'setting', setdatabase, setrole, setconfig) from pg_db_role_setting
        union all
        select concat_ws(' ', 'schema', nspname) from pg_namespace where nspname not like 'pg\\_%'
        union all
        select concat_ws(' ', 'role', rolname) from pg_roles
        union all
        select concat_ws(' ', 'counted', starelid::regclass) from pg_statistic
        where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
      ) parts`)
    return rows[0]!.shape
  } finally {
    await client.end()
  }
}
