import { randomBytes } from 'node:crypto'
import { openAsBlob, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { kyselyOn, openDatabase, type Database } from '#server/db/db.ts'
import { openPglite } from '#server/db/pglite.ts'
import { openPool } from '#server/db/pool.ts'
import { serveWire } from '#server/db/wire.ts'
import { retrySerialization } from '#server/transaction.ts'
import { inDatabase, pgliteTemplates, postgresqlTemplate, withServer } from './template.ts'

export type TestDatabase = Database & {
  /** Empties every table, but for the rows that the migrations brought; identities start again. */
  reset: () => Promise<void>
}

/**
 * A migrated database of its own for one test file: a copy on the server of TEST_DATABASE_URL, otherwise PGlite
 * in this process behind the same socket, pool and drivers as in production. Close it in `afterAll`.
 */
export async function testDatabase({ poolSize }: { poolSize?: number } = {}): Promise<TestDatabase> {
  const url = process.env.TEST_DATABASE_URL
  const database = url
    ? await createOnServer(url, await postgresqlTemplate(url), poolSize)
    : await createInProcess((await pgliteTemplates()).migrated)
  // A worker that still runs may stand in the way of emptying every table.
  const reset = () => retrySerialization(() => database.pool.query('select test_seeds.restore()'))
  return { ...database, reset: async () => void (await reset()) }
}

/** A database of its own without any table, for testing migrations. */
export async function emptyDatabase(): Promise<Database> {
  const url = process.env.TEST_DATABASE_URL
  return url ? await createOnServer(url, 'template0') : await createInProcess((await pgliteTemplates()).empty)
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
  const folder = mkdtempSync(join(tmpdir(), 'almoner-test-'))
  const pglite = await openPglite({ loadDataDir: await openAsBlob(dump) })
  const wire = await serveWire(pglite, join(folder, '.s.PGSQL.5432'), {
    onBroken: (error) => {
      throw error
    },
    // in a test this is a statement beside the open transaction where one inside it was meant
    idleInTransaction: 5000,
  })
  const connection: pg.PoolConfig = { host: folder, port: 5432, user: 'postgres', database: 'postgres' }
  const { pool, end } = openPool({ connection, max: 10 }, () => {})
  const db = kyselyOn(pool)
  return {
    db,
    reader: db,
    kind: 'embedded',
    pool,
    connection,
    embeddedPid: () => undefined,
    async close() {
      await end()
      await wire.stop()
      await pglite.close()
      rmSync(folder, { recursive: true })
    },
  }
}
