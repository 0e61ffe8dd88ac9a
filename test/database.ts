import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Database, type DatabaseOptions, openDatabase } from '#server/db/db.ts'
import { retrySerialization } from '#server/db/transaction.ts'
import { handedOn } from './global-setup.ts'
import { patience } from './runs.ts'
import { inDatabase, postgresqlTemplate, withServer } from './template.ts'

export type TestDatabase = Database & {
  /** Empties every table except for rows from the migrations; identities restart. */
  reset: () => Promise<void>
  /** Its address. */
  url: string
}

/**
 * A separate migrated database for one test file, on the server of `url` or of this run. Close it in `afterAll`; files
 * that share a process reuse it, emptied. Waiting for a lock or a connection takes as long as a busy machine needs.
 */
export async function testDatabase({
  poolSize,
  queryTimeout,
  lockTimeout = patience,
  url = process.env.TEST_DATABASE_URL!,
}: Pick<DatabaseOptions, 'poolSize' | 'queryTimeout' | 'lockTimeout'> & {
  url?: string
} = {}): Promise<TestDatabase> {
  const shared = process.env[handedOn] && url === process.env.TEST_DATABASE_URL
  const { address, own, done } = shared
    ? await takeOver(url)
    : await createDatabase(url, await postgresqlTemplate(url))
  const limits = { poolSize, queryTimeout, lockTimeout }
  const database = await openDatabase({ databaseUrl: address, dataDir: '', ...limits })
  database.pool.options.connectionTimeoutMillis = patience
  return {
    ...database,
    url: address,
    // A running worker may block the emptying of tables.
    reset: async () => void (await retrySerialization(() => own.query('select test_seeds.restore()'))),
    async close() {
      await database.close()
      await done()
    },
  }
}

/** An empty database without tables, for testing migrations. */
export async function emptyDatabase(): Promise<Database> {
  const { address, done } = await createDatabase(process.env.TEST_DATABASE_URL!, 'template0')
  const database = await openDatabase({ databaseUrl: address, dataDir: '' })
  return {
    ...database,
    async close() {
      await database.close()
      await done()
    },
  }
}

/**
 * A database for one file; `done` drops it, or leaves it to the next file. `own` is the tests' connection beside the
 * pool of the product.
 */
type LentDatabase = { address: string; own: Connection; done: () => Promise<void> }

async function createDatabase(server: string, template: string): Promise<LentDatabase> {
  const name = `almoner_test_${process.env[handedOn] || 'alone'}_${randomBytes(6).toString('hex')}`
  await withServer(server, (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  )
  const address = inDatabase(server, name)
  const own = connectionTo(address)
  return {
    address,
    own,
    async done() {
      await own.end()
      await withServer(server, (client) => client.query(`drop database ${name} with (force)`))
    },
  }
}

type Connection = ReturnType<typeof connectionTo>

/** A connection that opens when it is used, and again after the server closed it; a new one reads the catalog anew. */
function connectionTo(url: string) {
  let opened: Promise<pg.Client> | undefined
  const open = async () => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {}).once('end', () => (opened = undefined))
    await client.connect()
    return client
  }
  return {
    async query<Row extends pg.QueryResultRow>(text: string) {
      opened ??= open()
      opened.catch(() => (opened = undefined))
      return (await opened).query<Row>(text)
    },
    end: async () => (await opened)?.end(),
  }
}

/** The database left by an earlier file of this process, with the migrated shape. */
type LeftDatabase = { lent: LentDatabase; shape: string }
let left: LeftDatabase | undefined

/** The database left by an earlier file of this process, or a new one: creating one takes longer than most files. */
async function takeOver(server: string): Promise<LentDatabase> {
  const taken = left ?? (await createAndLook(server))
  left = undefined
  return {
    ...taken.lent,
    async done() {
      // A database with changed tables, triggers, functions, settings or planner statistics is not reused.
      if (left || (await shapeOf(taken.lent.own)) !== taken.shape) await taken.lent.done()
      else left = taken
    },
  }
}

async function createAndLook(server: string): Promise<LeftDatabase> {
  const lent = await createDatabase(server, await postgresqlTemplate(server))
  return { lent, shape: await shapeOf(lent.own) }
}

/** Empties the database and returns a fingerprint of its schema, settings and statistics. */
async function shapeOf(own: Connection): Promise<string> {
  await own.query('select test_seeds.restore()')
  const { rows } = await own.query<{ shape: string }>(`
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
}
