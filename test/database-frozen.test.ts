import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { contracts } from '#app/contracts.ts'
import { LOCK_TIMEOUT } from '#server/db/db.ts'
import { callLimit } from '#server/db/limits.ts'
import type { Route } from '#shared/route.ts'
import { type Answer, type Client, type TestApp, testApp } from './app.ts'
import { startThrowAway } from './cluster.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { liftCallLimit, productCallLimit } from './limits.ts'
import { patience } from './runs.ts'
import { preparedCluster } from './template.ts'

// A database whose processes are frozen, neither gone nor answering: every call is refused in time, and everything
// recovers without a restart once they continue. Tests run concurrently, because most of the time all of them wait.

type Frozen = {
  database: TestDatabase
  freeze: () => void
  thaw: () => void
  close: () => Promise<void>
}

/** The tests on the frozen database, which run one after another. */
const inTurn = { concurrent: false }
const internalStatus = '/api/v4/projects/internal-status/'
const routes: Route[] = Object.values(contracts).flatMap((contract) =>
  Object.values(contract as Record<string, Route>),
)
beforeAll(() => void Object.assign(callLimit, productCallLimit))
afterAll(liftCallLimit)

describe.concurrent('a frozen PostgreSQL', () => {
  let frozen: Frozen
  let app: TestApp
  let staff: Client
  beforeAll(async () => {
    frozen = await postgresql()
    app = await testApp({ database: frozen.database })
    staff = await app.as('superuser')
  })
  afterAll(async () => {
    frozen.thaw()
    await app.close()
    await frozen.close()
  })

  const refusalIn = ({ status, body, headers }: Answer) => ({
    status,
    code: (body as { code?: string }).code,
    retryAfter: headers.get('retry-after'),
  })
  const refused = (code: string) => ({ status: 503, code, retryAfter: '5' })

  test('every call is refused in time, and answered again without a restart', inTurn, async ({ expect }) => {
    // A call is answered within ten seconds.
    expect(callLimit.all).toBeLessThan(10_000)
    expect((await staff.get('/api/v4/projects/')).status).toBe(200)
    frozen.freeze()
    const calls = routes.map(async (route) => {
      const address = route.path.replace(/:\w+/g, '1')
      const options = route.method === 'GET' ? {} : { body: {} }
      return [
        `${route.method} ${route.path}`,
        refusalIn(await staff.call(route.method, address, options)),
      ] as const
    })
    const answers = await Promise.all(calls)
    const probes = await Promise.all(['/readyz', '/metrics'].map((path) => staff.get(path)))
    frozen.thaw()
    const wrong = answers.filter(
      ([, answer]) => JSON.stringify(answer) !== JSON.stringify(refused('database_away')),
    )
    expect(wrong).toEqual([])
    expect(answers.length).toBeGreaterThan(80)
    expect(probes.map(({ status }) => status)).toEqual([503, 200])
    await expect.poll(async () => (await staff.get('/api/v4/projects/')).status).toBe(200)
  })

  test(
    'a change interrupted by the freeze is done once when repeated with its key',
    inTurn,
    async ({ expect }) => {
      // Freezes at the commit, where a deferred trigger runs and makes others wait.
      const key = { headers: { 'idempotency-key': 'stood-still' } }
      const body = { title: 'Stood still' }
      const commits = await holdCommits(app, frozen.database.url)
      const first = staff.post(internalStatus, body, key)
      await commits.reached()
      frozen.freeze()
      const answer = await first
      frozen.thaw()
      expect([answer.status, answer.body.code]).toEqual([503, 'outcome_unknown'])
      await expect.poll(async () => (await staff.get('/api/v4/projects/')).status).toBe(200)
      await commits.release()
      let again: Answer
      do again = await staff.post(internalStatus, body, key)
      while (again.body.code === 'idempotency_running')
      expect([again.status, again.body.title]).toEqual([201, 'Stood still'])
      const events = await app.db
        .selectFrom('audit_events')
        .select('object_title')
        .where('object_title', '=', 'Stood still')
        .orderBy('id')
        .execute()
      const { results } = (await staff.get(internalStatus)).body
      expect(events).toHaveLength(1)
      expect(results.filter((row: { title: string }) => row.title === 'Stood still')).toHaveLength(1)
    },
  )
})

test.concurrent('a call waits briefly for a locked row and is then refused', async () => {
  const app = await testApp({ lockTimeout: LOCK_TIMEOUT })
  try {
    const staff = await app.as('superuser')
    const { slug } = (await staff.post(internalStatus, { title: 'Held' })).body
    const answer = await app.db.transaction().execute(async (holder) => {
      await sql`select from internal_statuses where slug = ${slug} for update`.execute(holder)
      return staff.patch(`${internalStatus}${slug}/`, { title: 'Other', version: 1 })
    })
    // The code of a wait that PostgreSQL ended; the limit of the call would have cut the connection.
    expect([answer.status, answer.body]).toEqual([
      503,
      { detail: 'The database took too long to answer. Nothing was changed.', code: 'database_busy' },
    ])
    expect((await staff.get(internalStatus)).body.results).toMatchObject([{ title: 'Held', version: 1 }])
  } finally {
    await app.close()
  }
})

test.concurrent('a call that waits for a busy pool is refused in time and leaves the connection to the next', async () => {
  const app = await testApp()
  try {
    const staff = await app.as('superuser')
    const holders = await Promise.all(Array.from({ length: 10 }, () => app.database.pool.connect()))
    // Only the limit of the call ends its waiting.
    app.database.pool.options.connectionTimeoutMillis = 0
    const refused = await Promise.all([1, 2, 3].map(() => staff.get(internalStatus)))
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503])
    for (const holder of holders) holder.release()
    const answers = await Promise.all(Array.from({ length: 20 }, () => staff.get(internalStatus)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  } finally {
    await app.close()
  }
})

/** A separate PostgreSQL whose processes can be stopped. */
async function postgresql(): Promise<Frozen> {
  const server = await startThrowAway({ copyOf: await preparedCluster() })
  // Only the limit of a call ends a statement that gets no answer.
  const database = await testDatabase({ url: server.url, queryTimeout: 0 })
  const send = (signal: NodeJS.Signals) => {
    // The postmaster first, so that no new process is missed.
    process.kill(server.pid, signal)
    for (const pid of processes().filter((one) => parentOf(one) === server.pid)) sendTo(pid, signal)
  }
  return {
    database,
    freeze: () => send('SIGSTOP'),
    thaw: () => send('SIGCONT'),
    close: () => server.stop(),
  }
}

const processes = () => readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined // it has ended meanwhile
  }
}

/** Makes each commit of an internal status wait for `release`; `reached` waits for the first of them. */
async function holdCommits({ db }: TestApp, url: string) {
  await sql`create function wait_at_commit() returns trigger language plpgsql as $$
    begin
      perform set_config('lock_timeout', '0', true);
      perform pg_advisory_xact_lock(1);
      return null;
    end $$`.execute(db)
  await sql`create constraint trigger wait_at_commit after insert on internal_statuses
    deferrable initially deferred for each row execute function wait_at_commit()`.execute(db)
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('select pg_advisory_lock(1)')
  const waiting = async () =>
    (await holder.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount
  return {
    reached: () => vi.waitFor(async () => expect(await waiting()).toBe(1), patience),
    async release() {
      await holder.end()
      await sql`drop function wait_at_commit cascade`.execute(db)
    },
  }
}

/** A process that ended in the meantime needs no signal. */
function sendTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
