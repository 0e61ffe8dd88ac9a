import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { isDatabaseAway } from './connection-errors.ts'
import { startEmbedded, type Embedded, type Log } from './embedded/start.ts'
import { rememberPool } from './prepared.ts'
import { openPool, type PoolOptions } from './pool.ts'
import { DatabaseRefused } from '../base/database-refused.ts'
import type { DB } from './schema.ts'

export type Db = Kysely<DB>

export type Database = {
  db: Db
  /** For lists, exports and statistics: the replica where one exists (it may lag), else `db`. */
  reader: Db
  pool: pg.Pool
  /** Connection settings for other clients of the same database (job queue, migrations). */
  connection: pg.PoolConfig
  /** Process id of the built-in database server when this process started it. */
  embeddedPid: () => number | undefined
  /** Waits for running work (10 s at most), then closes and stops the built-in database. */
  close: () => Promise<void>
}

export type DatabaseOptions = {
  /** A PostgreSQL server, 15 or newer; without it the built-in one runs on its folder in `dataDir`. */
  databaseUrl?: string
  replicaUrl?: string
  dataDir: string
  /** For a tool beside the running server: uses the built-in database that another process has open. */
  share?: boolean
  poolSize?: number
  /** Milliseconds after which PostgreSQL cancels a statement. */
  statementTimeout?: number
  /** Milliseconds that a statement waits for a lock. */
  lockTimeout?: number
  /** Milliseconds without an answer after which a connection counts as lost. */
  queryTimeout?: number
  log?: Log
}

const OLDEST_VERSION = 150_000
const START_WITHIN = 5000
// The default of 4 MB is too small for the hits of a common word among a million projects: the bitmap becomes lossy,
// keeps pages instead of rows, and rechecks every row on them.
const leastWorkMem = `SELECT set_config('work_mem',
  greatest(pg_size_bytes(current_setting('work_mem')), pg_size_bytes('16MB')) / 1024 || 'kB', false)`

/** The longest time in ms that a call waits for a lock (register.ts); longTransaction() waits without limit. */
export const LOCK_TIMEOUT = 5000
// Cancels running statements of clients that have gone. Some systems do not support it.
const noticeLostClients = `DO $$ BEGIN SET client_connection_check_interval = 2000;
  EXCEPTION WHEN invalid_parameter_value THEN NULL; END $$`

/** Opens the database; throws DatabaseRefused, whose `line` is for the operator, when that is impossible. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const log = options.log ?? (() => {})
  if (options.databaseUrl) return connect({ connectionString: options.databaseUrl }, options, log)
  const embedded = await startEmbedded(options.dataDir, log, options.share)
  const connection = { host: embedded.socketFolder, port: 5432, user: 'postgres', database: 'postgres' }
  return connect(connection, options, log, embedded).catch(async (error: unknown) => {
    await embedded.stop()
    throw error
  })
}

async function connect(
  connection: pg.PoolConfig,
  options: DatabaseOptions,
  log: Log,
  embedded?: Embedded,
): Promise<Database> {
  const main = openPool(poolOptions(connection, options), log)
  const replica = options.replicaUrl
    ? openPool(poolOptions({ connectionString: options.replicaUrl }, options), log)
    : undefined
  try {
    await checkServer(main.pool, embedded ? 'The built-in database' : 'DATABASE_URL')
    if (replica) await checkServer(replica.pool, 'DATABASE_REPLICA_URL')
  } catch (error) {
    await Promise.all([main.end(), replica?.end()])
    throw error
  }
  const db = kyselyOn(main.pool)
  return {
    db,
    reader: replica ? kyselyOn(replica.pool) : db,
    pool: main.pool,
    connection,
    embeddedPid: () => embedded?.pid(),
    async close() {
      await Promise.all([main.end(), replica?.end()])
      await embedded?.stop()
    },
  }
}

/** The typed query builder on a pool. */
export function kyselyOn(pool: pg.Pool): Db {
  return rememberPool(pool, new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }))
}

function poolOptions(connection: pg.PoolConfig, options: DatabaseOptions): PoolOptions {
  const {
    poolSize = 10,
    statementTimeout = 30_000,
    queryTimeout = 120_000,
    lockTimeout = LOCK_TIMEOUT,
  } = options
  return {
    connection,
    max: poolSize,
    queryTimeout,
    // Not sent as start-up parameters, because connection poolers refuse those.
    greeting: [
      `SET statement_timeout = ${Math.round(statementTimeout)}`,
      `SET lock_timeout = ${Math.round(lockTimeout)}`,
      'SET idle_in_transaction_session_timeout = 60000',
      // Statements with many small parts are expensive to compile and cheap to run: 100 ms for a page of the journal.
      'SET jit = off',
      noticeLostClients,
      `SET TimeZone = 'UTC'`,
      leastWorkMem,
    ].join('; '),
  }
}

async function checkServer(pool: pg.Pool, setting: string): Promise<void> {
  const giveUpAt = performance.now() + START_WITHIN
  for (;;) {
    try {
      const { rows } = await pool.query(
        `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
      )
      const { version, encoding } = rows[0] as { version: number; encoding: string }
      if (version < OLDEST_VERSION) throw new DatabaseRefused(`${setting}: PostgreSQL 15 or newer is needed.`)
      if (encoding !== 'UTF8') throw new DatabaseRefused(`${setting}: the database's encoding must be UTF8.`)
      return
    } catch (error) {
      if (error instanceof DatabaseRefused) throw error
      if (!isDatabaseAway(error) || performance.now() > giveUpAt) {
        const reason =
          error instanceof Error ? error.message || String((error as { code?: unknown }).code) : String(error)
        throw new DatabaseRefused(`${setting}: the database cannot be used (${reason}).`, { cause: error })
      }
      await sleep(500)
    }
  }
}
