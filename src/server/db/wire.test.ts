import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPglite } from './pglite.ts'
import { serveWire, type WireServer } from './wire.ts'

let folder: string
let pglite: PGlite
let wire: WireServer
let pool: pg.Pool
const broken: Error[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'almoner-wire-'))
  pglite = await openPglite({})
  wire = await serveWire(pglite, join(folder, '.s.PGSQL.5432'), {
    onBroken: (error) => broken.push(error),
    idleInTransaction: 300,
  })
  pool = new pg.Pool({ host: folder, user: 'postgres', database: 'postgres', max: 8 })
  await pool.query('create table counters (id int primary key, value int not null)')
})

afterAll(async () => {
  await pool.end()
  await wire.stop()
  await pglite.close()
  rmSync(folder, { recursive: true })
  expect(broken).toEqual([])
})

async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

test('parallel queries with parameters get their own answers, however large the parameters are', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const text = String(index % 10).repeat(index % 2 === 0 ? 5 : 300_000)
      const { rows } = await pool.query(`select ${index} as index, $1::text as text`, [text])
      return rows[0].index === index && rows[0].text === text
    }),
  )
  expect(answers).toEqual(Array(40).fill(true))
})

test('an error in one query leaves the parallel ones alone', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      pool.query(`select 10 / $1::int as value`, [index % 2]).then(({ rows }) => rows[0].value as number),
    ),
  )
  expect(outcomes.map((it) => (it.status === 'fulfilled' ? it.value : it.reason.code))).toEqual(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? 10 : '22012')),
  )
})

test('a statement of another client waits for the end of an open transaction', async () => {
  const happened: string[] = []
  await withClient(async (client) => {
    await client.query('begin')
    await client.query('insert into counters values (1, 1)')
    const other = pool.query('select count(*)::int as n from counters').then(({ rows }) => {
      happened.push(`other saw ${rows[0].n}`)
    })
    await client.query('insert into counters values (2, 1)')
    await new Promise((resolve) => setTimeout(resolve, 50))
    happened.push('commit')
    await client.query('commit')
    await other
  })
  expect(happened).toEqual(['commit', 'other saw 2'])
})

test('transactions do not lose updates to each other', async () => {
  await pool.query('insert into counters values (10, 0)')
  await Promise.all(
    Array.from({ length: 30 }, () =>
      withClient(async (client) => {
        await client.query('begin')
        const { rows } = await client.query('select value from counters where id = $1', [10])
        await client.query('update counters set value = $1 where id = $2', [rows[0].value + 1, 10])
        await client.query('commit')
      }),
    ),
  )
  const { rows } = await pool.query('select value from counters where id = 10')
  expect(rows[0].value).toBe(30)
})

test('a failed transaction keeps the session until it is rolled back', async () => {
  await withClient(async (client) => {
    await client.query('begin')
    await expect(client.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' })
    const other = pool.query('select 1 as one')
    await expect(client.query('select 1')).rejects.toMatchObject({ code: '25P02' })
    await client.query('rollback')
    expect((await other).rows).toEqual([{ one: 1 }])
  })
})

test('a client that dies inside a transaction is rolled back and lets the others on', async () => {
  const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  await client.query('insert into counters values (20, 1)')
  const other = pool.query('select count(*)::int as n from counters where id = 20')
  ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  expect((await other).rows).toEqual([{ n: 0 }])
})

test('a client that sits idle in a transaction while others wait is cut off', async () => {
  const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' })
  const said: unknown[] = []
  client.on('error', (error) => said.push((error as { code?: string }).code))
  await client.connect()
  await client.query('begin')
  await client.query('insert into counters values (21, 1)')
  const { rows } = await pool.query('select count(*)::int as n from counters where id = 21')
  expect(rows).toEqual([{ n: 0 }])
  expect(said[0]).toBe('25P03')
})

test('a connection can be opened while another one is in a transaction', async () => {
  await withClient(async (holder) => {
    await holder.query('begin')
    const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' })
    await client.connect()
    const answer = client.query('select 1 as one')
    await holder.query('commit')
    expect((await answer).rows).toEqual([{ one: 1 }])
    await client.end()
  })
})

test('several statements in one query are executed, and a failing one undoes them all', async () => {
  await expect(
    pool.query('insert into counters values (30, 1); insert into counters values (30, 1)'),
  ).rejects.toMatchObject({ code: '23505' })
  const { rows } = await pool.query('select count(*)::int as n from counters where id = 30')
  expect(rows).toEqual([{ n: 0 }])
})

test('a peer that does not speak PostgreSQL loses its connection and nothing else happens', async () => {
  const socket = connect(join(folder, '.s.PGSQL.5432'))
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  await closed
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('work alone is refused while a transaction is open and done when there is none', async () => {
  await withClient(async (client) => {
    await client.query('begin')
    expect(await wire.alone(async () => {})).toBe(false)
    await client.query('commit')
  })
  const seen: string[] = []
  const alone = wire.alone(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    seen.push('alone')
  })
  await pool.query('select 1').then(() => seen.push('query'))
  expect(await alone).toBe(true)
  expect(seen).toEqual(['alone', 'query'])
})
