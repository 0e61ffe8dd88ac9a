import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Locale } from '#shared/messages.ts'
import type { Permission } from '#shared/permissions.ts'
import { product, work as allWork } from '#app/server/product.ts'
import { createApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/base/config.ts'
import type { Db } from '#server/db/db.ts'
import { within } from '#server/page/first-page.ts'
import type { Prerenderer } from '#server/page/prerender.ts'
import { openHandoverJournal } from '#server/mail/handover-journal.ts'
import { openFiles } from '#server/files/open.ts'
import type { Services } from '#server/services.ts'
import { type MailTransport, openTransport } from '#server/mail/smtp.ts'
import { cookieName } from '#server/auth/cookies.ts'
import { csrfTokenOf } from '#server/auth/csrf.ts'
import { openSession } from '#server/auth/session.ts'
import { moveBusinessDay } from '#server/work/business-day.ts'
import { dayOf } from '#shared/dates.ts'
import { openSearches } from '#server/search/search-log.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { createUser } from './factories.ts'
import { runJobs } from './run-jobs.ts'
import { patience } from './runs.ts'

/** `body` is the parsed JSON (or the text), loosely typed for tests; contracts check shapes. */
// oxlint-disable-next-line typescript/no-explicit-any -- assertions reach into answers of every shape
export type Answer = { status: number; headers: Headers; body: any; bytes: Uint8Array }
export type CallOptions = {
  body?: unknown
  headers?: Record<string, string>
  locale?: Locale
  raw?: string | Uint8Array<ArrayBuffer> | FormData
}
export type Client = {
  userId: number
  token: string
  get(path: string, options?: CallOptions): Promise<Answer>
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  patch(path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  delete(path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
}

export type TestAppOptions = {
  /** An instant in UTC. */
  now?: string
  config?: Partial<Config>
  mail?: MailTransport
  database?: TestDatabase
  poolSize?: number
  /** Milliseconds that a statement waits for a lock; a test's whole time by default. */
  lockTimeout?: number
  prerenderer?: Prerenderer
}

/**
 * One app for all tests of a file, closed after them. Before each test it gets an empty database and its first clock; with
 * `resets: false` the tests build on each other.
 */
export function useApp({ resets = true, ...options }: TestAppOptions & { resets?: boolean } = {}): TestApp {
  let app: TestApp
  let start: Date
  beforeAll(async () => {
    app = await testApp(options)
    start = app.clock.now
  })
  if (resets)
    beforeEach(async () => {
      app.clock.now = start
      await app.reset()
    })
  afterAll(() => app.close())
  return new Proxy({} as TestApp, { get: (_, key: keyof TestApp) => app[key] })
}

/** The real app on a migrated database, listening on a free port; the clock stands still until moved. */
export async function testApp(options: TestAppOptions = {}) {
  const database = options.database ?? (await testDatabase(options))
  const clock = { now: new Date(options.now ?? '2026-11-21T09:00:00Z') }
  const folder = mkdtempSync(join(tmpdir(), 'almoner-test-files-'))
  const config: Config = { ...readConfig({ LOG_LEVEL: 'silent' }), dataDir: folder, ...options.config }
  const files = openFiles(config)
  const mail = options.mail ?? openTransport(config)
  const notes = openHandoverJournal(folder)
  const searches = openSearches(database.db, (error) => {
    throw error
  })
  const services: Services = {
    config,
    database,
    clock: () => clock.now,
    files,
    mail,
    notes,
    searches,
    random: () => 0.5,
  }
  const app = await createApp(services, product, {
    prerenderer: options.prerenderer,
    // On a busy machine a document waits as long as it takes.
    limits: { answers: within(patience), rowsMs: patience },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

  return {
    app,
    base,
    db: database.db,
    database,
    services,
    clock,
    /** A client of a person with exactly these rights; staff by default. */
    as: async (
      rights: Permission[] | 'superuser',
      account: { user_type?: string; company_id?: number } = {},
    ) => {
      const user = await createUser(database.db, { rights, now: clock.now, ...account })
      return clientOf(base, database.db, user.id, clock.now, config.baseUrl)
    },
    /** Empties the database; its business day follows the clock again. */
    reset: async () => {
      await searches.written()
      await database.reset()
      await moveBusinessDay(database.db, dayOf(clock.now))
    },
    /** Runs due work, mails included, without the queue. */
    runJobs: (work = allWork) => runJobs(services, work),
    asUser: (userId: number) => clientOf(base, database.db, userId, clock.now, config.baseUrl),
    signedOut: () => client(base, 0, undefined, config.baseUrl),
    close: async () => {
      await app.close()
      mail.close()
      notes.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type TestApp = Awaited<ReturnType<typeof testApp>>

async function clientOf(base: string, db: Db, userId: number, now: Date, baseUrl: string): Promise<Client> {
  return client(base, userId, await openSession(db, userId, now), baseUrl)
}

/** The cookies of a session as a browser sends them, with its anti-forgery token. */
export function cookiesOf(token: string | undefined, baseUrl = 'http:') {
  const csrf = token ? csrfTokenOf(token) : 'test-csrf-token'
  const of = (cookie: 'session' | 'csrf') => cookieName(cookie, { baseUrl })
  const cookie = `${of('csrf')}=${csrf}${token ? `; ${of('session')}=${token}` : ''}`
  return { cookie, csrf }
}

function client(base: string, userId: number, token: string | undefined, baseUrl: string): Client {
  const call = async (method: string, path: string, options: CallOptions = {}): Promise<Answer> => {
    const { cookie, csrf } = cookiesOf(token, baseUrl)
    const response = await fetch(base + path, {
      method,
      redirect: 'manual',
      headers: {
        cookie,
        'accept-language': options.locale ?? 'en_US',
        ...(method === 'GET' ? {} : { 'x-csrftoken': csrf }),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      body: options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body)),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const json = response.headers.get('content-type')?.includes('json')
    const body = json ? JSON.parse(Buffer.from(bytes).toString()) : Buffer.from(bytes).toString()
    return { status: response.status, headers: response.headers, body, bytes }
  }
  return {
    userId,
    token: token ?? '',
    call,
    get: (path, options) => call('GET', path, options),
    post: (path, body = {}, options) => call('POST', path, { ...options, body }),
    patch: (path, body = {}, options) => call('PATCH', path, { ...options, body }),
    delete: (path, body, options) => call('DELETE', path, { ...options, body }),
  }
}
