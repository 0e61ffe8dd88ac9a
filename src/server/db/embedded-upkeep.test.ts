import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepInShape } from './embedded-upkeep.ts'
import { longAhead } from './long-ahead.ts'
import { openPglite } from './pglite.ts'
import { serveWire, type WireServer } from './wire.ts'

let folder: string
let pglite: PGlite
let wire: WireServer
let pool: pg.Pool
let stop: () => void
const notices: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'almoner-upkeep-'))
  pglite = await openPglite({})
  wire = await serveWire(pglite, join(folder, '.s.PGSQL.5432'), {
    onBroken: (error) => notices.push(error.message),
    // What is committed is not read here.
    openForReading: () => Promise.reject(new Error('not here')),
  })
  pool = new pg.Pool({ host: folder, user: 'postgres', database: 'postgres', max: 4 })
  stop = keepInShape(pglite, wire, (message) => notices.push(message), 50)
})

afterAll(async () => {
  stop()
  await pool.end()
  await wire.stop()
  await pglite.close()
  rmSync(folder, { recursive: true })
  expect(notices).toEqual([])
})

async function until(claim: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await claim()) return
    await sleep(50)
  }
  expect.unreachable('it did not happen')
}

test('a table that has changed much is analyzed', async () => {
  await pool.query('create table "Some table" as select i from generate_series(1, 20000) i')
  await until(async () => {
    const { rows } = await pool.query(`select reltuples from pg_class where relname = 'Some table'`)
    return rows[0].reltuples === 20000
  })
})

test('the write-ahead log is cut after much was written', async () => {
  await pool.query(
    `create table long as select i, repeat(md5(i::text), 8) as text from generate_series(1, 300000) i`,
  )
  await until(async () => {
    const { rows } = await pool.query(
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()`,
    )
    return rows[0].bytes < 64 * 1024 * 1024
  })
})

test('the log is cut within a long transaction, too, which can still be taken back as a whole', async () => {
  const most = async (client: { query: pg.Pool['query'] }) => {
    const { rows } = await client.query('select sum(size)::float8 as bytes from pg_ls_waldir()')
    return (rows as { bytes: number }[])[0]!.bytes / 1_048_576
  }
  const client = await pool.connect()
  const seen: number[] = []
  const began = (await client.query('select pg_current_wal_lsn() as at')).rows[0].at
  await client.query(`select '${longAhead}'`)
  await client.query('begin')
  await client.query('create table slices (i int, text text)')
  for (let slice = 0; slice < 24; slice++) {
    // oxlint-disable-next-line no-await-in-loop -- one slice after the other
    await client.query(
      `insert into slices select i, repeat(md5(i::text), 8) from generate_series(1, 60000) i`,
    )
    seen.push(await most(client))
  }
  const { rows } = await client.query(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), $1::pg_lsn)::float8 / 1048576 as written`,
    [began],
  )
  expect((await client.query('select count(*)::int as n from slices')).rows).toEqual([{ n: 24 * 60_000 }])
  await client.query('rollback')
  client.release()
  expect(rows[0].written).toBeGreaterThan(400)
  expect(Math.max(...seen)).toBeLessThan(200)
  expect((await pool.query(`select to_regclass('slices') as slices`)).rows).toEqual([{ slices: null }])
}, 120_000)

test('it does not touch an open transaction', async () => {
  const client = await pool.connect()
  await client.query('begin')
  await client.query('create table open as select i from generate_series(1, 5000) i')
  await sleep(300)
  expect((await client.query('select count(*)::int as n from open')).rows).toEqual([{ n: 5000 }])
  await client.query('rollback')
  client.release()
  expect((await pool.query(`select to_regclass('open') as open`)).rows).toEqual([{ open: null }])
})
