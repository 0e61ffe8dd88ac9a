import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { inDatabase } from '#test/template.ts'
import { isDatabaseAway } from './connection-errors.ts'
import { kyselyOn, openDatabase, type Db } from './db.ts'
import { withinLimit } from './limits.ts'
import { openPool, type OpenPool } from './pool.ts'
import { DatabaseRefused } from '../base/database-refused.ts'

let real: TestDatabase
let line: Line
let open: OpenPool
let db: Db
let logged: { msg?: string }[]

beforeAll(async () => {
  real = await testDatabase()
})
afterAll(() => real.close())

beforeEach(async () => {
  line = await openLine(real.connection)
  logged = []
  open = openPool(
    { connection: { ...line.connection, connectionTimeoutMillis: 500 }, max: 2, queryTimeout: 500 },
    (it) => logged.push(it),
  )
  db = kyselyOn(open.pool)
})
afterEach(async () => {
  await open.end(500)
  await line.remove()
})

async function failure(attempt: Promise<unknown>): Promise<unknown> {
  return await attempt.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )
}

const one = () => sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows[0]?.one)

test('a stopped database counts as away, and the pool reconnects when it is back', async () => {
  await line.down()
  expect(isDatabaseAway(await failure(one()))).toBe(true)
  await line.up()
  expect(await one()).toBe(1)
})

test('a connection cut during a statement counts as away, and the next one works', async () => {
  const patient = openPool({ connection: line.connection, max: 1, queryTimeout: 60_000 }, () => {})
  const attempt = failure(patient.pool.query('select pg_sleep(60)'))
  const running = `select from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active'`
  await expect.poll(async () => (await real.pool.query(running)).rowCount).toBe(1)
  line.cut()
  expect(isDatabaseAway(await attempt)).toBe(true)
  await patient.end(500)
  expect(await one()).toBe(1)
})

test('a connection cut inside a transaction counts as away and rolls back', async () => {
  const attempt = failure(
    db.transaction().execute(async (tx) => {
      await sql`insert into companies (slug, title, created_at) values ('cut', 'Cut', '2026-11-21')`.execute(
        tx,
      )
      line.cut()
      await sql`select 1`.execute(tx)
    }),
  )
  expect(isDatabaseAway(await attempt)).toBe(true)
  expect((await sql`select slug from companies`.execute(db)).rows).toEqual([])
})

test('cut idle connections are logged and replaced', async () => {
  await Promise.all([one(), one()])
  line.cut()
  // Until then the break looks the same as during a statement.
  await expect.poll(() => logged.filter((it) => it.msg === 'lost a database connection').length).toBe(2)
  expect(await Promise.all([one(), one()])).toEqual([1, 1])
})

test('a silent connection counts as away after the timeout and is not reused', async () => {
  expect(await one()).toBe(1)
  line.hold()
  expect(isDatabaseAway(await failure(one()))).toBe(true)
  const inTransaction = db.transaction().execute(async (tx) => sql`select 1`.execute(tx))
  expect(isDatabaseAway(await failure(inTransaction))).toBe(true)
  line.release()
  expect(await Promise.all([one(), one(), one()])).toEqual([1, 1, 1])
})

test('a connection with a cancelled statement is not reused', async () => {
  const other = openPool({ connection: line.connection, max: 1 }, (it) => logged.push(it))
  const alone = kyselyOn(other.pool)
  await sql`select 1`.execute(alone)
  const slow = failure(
    withinLimit({ all: 200, statement: 200 }, () => sql`select pg_sleep(1)`.execute(alone)),
  )
  const waiting = withinLimit({ all: 8000, statement: 8000 }, () => sql`select 1 as one`.execute(alone))
  expect(isDatabaseAway(await slow)).toBe(true)
  expect((await waiting).rows).toEqual([{ one: 1 }])
  await other.end(500)
})

test('a pool without a free connection times out as away', async () => {
  const held = await Promise.all([open.pool.connect(), open.pool.connect()])
  expect(isDatabaseAway(await failure(one()))).toBe(true)
  for (const client of held) client.release()
  expect(await one()).toBe(1)
})

test('an error of the statement itself does not count as away', async () => {
  for (const statement of [
    'select 1 / 0',
    'selec',
    'select * from missing',
    'insert into companies default values',
  ]) {
    expect(isDatabaseAway(await failure(sql.raw(statement).execute(db)))).toBe(false)
  }
  expect(isDatabaseAway(new Error('anything'))).toBe(false)
  expect(isDatabaseAway('ECONNREFUSED')).toBe(false)
})

test('ending the pool cuts connections that are not returned', async () => {
  const other = openPool({ connection: line.connection, max: 1 }, () => {})
  const client = await other.pool.connect()
  const attempt = failure(client.query('select pg_sleep(60)'))
  await other.end(100)
  expect(isDatabaseAway(await attempt)).toBe(true)
})

test('an invalid address is refused in one line', async () => {
  const error = await failure(
    openDatabase({ databaseUrl: 'postgresql://user:secret@[nonsense/x', dataDir: '' }),
  )
  expect(error).toBeInstanceOf(DatabaseRefused)
  expect((error as DatabaseRefused).line).toMatch(/^DATABASE_URL: the database cannot be used \(.+\)\.$/)
  expect((error as DatabaseRefused).line).not.toContain('secret')
})

const url = process.env.TEST_DATABASE_URL!

test('a missing database is refused in one line', async () => {
  const error = await failure(openDatabase({ databaseUrl: inDatabase(url, 'nowhere'), dataDir: '' }))
  expect((error as DatabaseRefused).line).toBe(
    'DATABASE_URL: the database cannot be used (database "nowhere" does not exist).',
  )
})

test('a terminated session counts as away, a cancelled statement does not', async () => {
  const attempt = failure(sql`select pg_terminate_backend(pg_backend_pid())`.execute(db))
  expect(isDatabaseAway(await attempt)).toBe(true)
  const hasty = await openDatabase({
    databaseUrl: String(real.connection.connectionString),
    dataDir: '',
    statementTimeout: 100,
  })
  const error = await failure(sql`select pg_sleep(5)`.execute(hasty.db))
  expect(error).toMatchObject({ code: '57014' })
  expect(isDatabaseAway(error)).toBe(false)
  expect((await sql`select 1 as one`.execute(hasty.db)).rows).toEqual([{ one: 1 }])
  await hasty.close()
})

test('lists may read from a replica', async () => {
  const address = String(real.connection.connectionString)
  const database = await openDatabase({ databaseUrl: address, replicaUrl: address, dataDir: '' })
  expect(database.reader).not.toBe(database.db)
  expect((await sql`select 1 as one`.execute(database.reader)).rows).toEqual([{ one: 1 }])
  await database.close()
})

type Line = {
  connection: pg.PoolConfig
  down: () => Promise<void>
  up: () => Promise<void>
  cut: () => void
  /** Blocks all traffic without closing the connection. */
  hold: () => void
  release: () => void
  remove: () => Promise<void>
}

/** A proxy socket in front of the real database whose line can be cut. */
async function openLine(target: pg.PoolConfig): Promise<Line> {
  const folder = mkdtempSync(join(tmpdir(), 'almoner-line-'))
  const path = join(folder, '.s.PGSQL.5432')
  const address = new URL(target.connectionString!)
  const ends = new Set<Socket>()
  let server: Server | undefined
  let held = false

  function pass(from: Socket, to: Socket): void {
    ends.add(from)
    from.on('data', (chunk) => {
      if (!held) to.write(chunk)
    })
    from.on('error', () => {})
    from.on('close', () => {
      ends.delete(from)
      to.destroy()
    })
  }

  const newLine: Line = {
    connection: {
      host: folder,
      port: 5432,
      user: address.username,
      password: address.password,
      database: address.pathname.slice(1),
    },
    async up() {
      server = createServer((near) => {
        const folderOfSocket = address.searchParams.get('host')
        const far = folderOfSocket
          ? connect(join(folderOfSocket, '.s.PGSQL.5432'))
          : connect(Number(address.port), address.hostname)
        pass(near, far)
        pass(far, near)
      })
      await new Promise<void>((resolve) => server!.listen(path, resolve))
    },
    async down() {
      newLine.cut()
      await new Promise((resolve) => server?.close(resolve))
    },
    cut() {
      for (const end of ends) end.destroy()
    },
    hold: () => (held = true),
    release: () => (held = false),
    async remove() {
      await newLine.down()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await newLine.up()
  return newLine
}
