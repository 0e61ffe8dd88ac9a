import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { product } from '#app/server/product.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/base/config.ts'
import { kyselyOn } from '#server/db/db.ts'
import { openPool, type OpenPool } from '#server/db/pool.ts'
import { openSession } from '#server/auth/session.ts'
import { cookiesOf, useApp } from './app.ts'
import { createUser } from './factories.ts'

// The real server behind a database connection that can be cut: refusals while it is down, no restart afterwards.

const app = useApp({ resets: false })
let server: Awaited<ReturnType<typeof createApp>>
let open: OpenPool
let line: Server
let lineFolder: string
let base: string
let token: string
const ends = new Set<Socket>()

beforeAll(async () => {
  const user = await createUser(app.db, { rights: 'superuser' })
  token = await openSession(app.db, user.id, app.clock.now)
  lineFolder = mkdtempSync(join(tmpdir(), 'almoner-away-'))
  await openLine()
  const { connection } = app.database
  const url = connection.connectionString ? new URL(connection.connectionString) : undefined
  open = openPool(
    {
      connection: {
        host: lineFolder,
        port: 5432,
        user: url?.username ?? 'postgres',
        password: url?.password,
        database: url?.pathname.slice(1) ?? 'postgres',
        connectionTimeoutMillis: 500,
      },
      max: 5,
      queryTimeout: 2000,
    },
    () => {},
  )
  const db = kyselyOn(open.pool)
  const database = { ...app.database, db, reader: db, pool: open.pool }
  server = await createApp(
    { ...app.services, config: readConfig({ LOG_LEVEL: 'silent' }), database },
    product,
  )
  await server.listen({ port: 0, host: '127.0.0.1' })
  base = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await server.close()
  await open.end(500)
  await cutLine()
  rmSync(lineFolder, { recursive: true, force: true })
})
beforeEach(async () => {
  if (!line.listening) await openLine()
})

/** Opens a proxy socket in front of the real database. */
async function openLine(): Promise<void> {
  const { connection } = app.database
  const url = connection.connectionString ? new URL(connection.connectionString) : undefined
  line = createServer((near) => {
    const folder = url?.searchParams.get('host') ?? connection.host
    const far =
      url && !url.searchParams.has('host')
        ? connect(Number(url.port || 5432), url.hostname)
        : connect(join(String(folder), '.s.PGSQL.5432'))
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        ends.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  await new Promise<void>((resolve) => line.listen(join(lineFolder, '.s.PGSQL.5432'), resolve))
}

/** Closes the proxy and all its connections. */
async function cutLine(): Promise<void> {
  const closed = new Promise((resolve) => line.close(resolve))
  for (const end of ends) end.destroy()
  await closed
}

async function ask(method: string, path: string, options: { language?: string; body?: unknown } = {}) {
  const answer = await fetch(base + path, {
    method,
    headers: {
      cookie: cookiesOf(token).cookie,
      'x-csrftoken': cookiesOf(token).csrf,
      'accept-language': options.language ?? 'en',
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
  })
  const body = (await answer.json()) as Record<string, unknown>
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body }
}

test('while the database is away every call is 503 in the caller’s language with a short retry time', async () => {
  expect((await ask('GET', '/api/v4/projects/')).status).toBe(200)
  await cutLine()
  const calls = [
    ['GET', '/api/v4/projects/'],
    ['GET', '/api/v4/session/'],
    ['GET', '/api/v4/users/profile/'],
    ['GET', '/api/unknown/'],
    ['POST', '/api/v4/projects/internal-status/'],
    ['POST', '/api/v4/session/'],
  ] as const
  for (const [method, path] of calls) {
    const answer = await ask(method, path, method === 'GET' ? {} : { body: { title: 'New' } })
    expect(answer, `${method} ${path}`).toEqual({
      status: 503,
      retryAfter: '5',
      body: {
        detail: 'The database cannot be reached right now. Nothing was changed.',
        code: 'database_away',
      },
    })
  }
  const german = await ask('GET', '/api/v4/projects/', { language: 'de' })
  expect(german.body.detail).toBe('Die Datenbank ist gerade nicht erreichbar. Nichts wurde geändert.')
})

test('without the database the process is healthy but not ready, and recovers without a restart', async () => {
  await cutLine()
  expect(await ask('GET', '/healthz')).toMatchObject({ status: 200 })
  expect(await ask('GET', '/readyz')).toMatchObject({ status: 503, body: { status: 'database away' } })
  await openLine()
  expect(await ask('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
  expect((await ask('GET', '/api/v4/projects/')).status).toBe(200)
  const made = await ask('POST', '/api/v4/projects/internal-status/', { body: { title: 'Back again' } })
  expect(made.status).toBe(201)
})

test('a statement that hits its time limit answers 503 too and changes nothing', async () => {
  await sql`create function cut_off() returns trigger language plpgsql as $$
    begin raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$`.execute(
    app.db,
  )
  await sql`create trigger cut_off after insert on internal_statuses execute function cut_off()`.execute(
    app.db,
  )
  const path = '/api/v4/projects/internal-status/'
  const answer = await ask('POST', path, { body: { title: 'Slow' } })
  await sql`drop function cut_off cascade`.execute(app.db)
  expect(answer).toEqual({
    status: 503,
    retryAfter: '5',
    body: {
      detail: 'The database took too long to answer. Nothing was changed.',
      code: 'database_busy',
    },
  })
  const { results } = (await ask('GET', path)).body as { results: { title: string }[] }
  expect(results.map(({ title }) => title)).not.toContain('Slow')
  expect((await ask('POST', path, { body: { title: 'Quick' } })).status).toBe(201)
})
