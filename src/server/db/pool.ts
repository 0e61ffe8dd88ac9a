import pg from 'pg'
import { isDatabaseAway, noteLostCommit } from './connection-errors.ts'
import type { Log } from './embedded/start.ts'
import { timeLeft } from './limits.ts'
import { typeParsers } from './parsers.ts'
import { nameMarkedStatements } from './prepared.ts'

export type PoolOptions = {
  connection: pg.PoolConfig
  max: number
  /** Milliseconds a client waits for an answer before it counts as lost; undefined waits for ever. */
  queryTimeout?: number
  /** Sent to each new connection before its first query. */
  greeting?: string
}

export type OpenPool = {
  pool: pg.Pool
  /** Waits `within` milliseconds for connections in use, then cuts them off. */
  end: (within?: number) => Promise<void>
}

const SILENT = 'Query read timeout'

/**
 * Opens a pool whose clients fail independently: a lost or silent one is destroyed, and the next query gets a new one.
 */
export function openPool({ connection, max, queryTimeout, greeting }: PoolOptions, log: Log): OpenPool {
  const clients = new Set<pg.ClientBase>()
  const pool = new pg.Pool({
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'almoner',
    ...connection,
    max,
    query_timeout: queryTimeout,
    types: typeParsers,
    async onConnect(client) {
      clients.add(client)
      client.once('end', () => clients.delete(client))
      client.on('error', (error) => log({ level: 'warn', msg: 'lost a database connection', err: error }))
      limitStatements(client)
      nameMarkedStatements(client)
      if (greeting) await client.query(greeting)
    },
  })
  limitWaiting(pool)
  pool.on('error', () => {}) // the idle client's own listener has reported it, and the pool has dropped the client

  async function end(within = 10_000): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, within)
    })
    const ended = pool.end()
    await Promise.race([ended, late])
    clearTimeout(timer)
    for (const client of clients) destroy(client)
  }

  return { pool, end }
}

type Query = (first: unknown, ...rest: unknown[]) => unknown

/**
 * Gives each statement the remaining time. After a timeout the statement still runs: the connection would return its
 * result to the next query, and a ROLLBACK would only queue behind it; `pg` keeps such a client in use.
 */
function limitStatements(client: pg.ClientBase): void {
  const query = client.query.bind(client) as Query
  const limited: Query = (first, ...rest) => {
    const query_timeout = timeLeft()
    if (query_timeout === undefined) return query(first, ...rest)
    if (typeof first !== 'string') return query({ ...(first as object), query_timeout }, ...rest)
    const [values, ...others] = rest
    return query({ text: first, values, query_timeout }, ...others)
  }
  // The rollback after a lost commit fails too, and its error is the one thrown in the end.
  let commitLost = false
  client.query = ((first: unknown, ...rest: unknown[]) => {
    const answer = limited(first, ...rest)
    if (answer instanceof Promise) {
      answer.catch((error: Error) => {
        if (error.message === SILENT) discard(client)
        commitLost ||= first === 'commit' && isDatabaseAway(error)
        if (commitLost) noteLostCommit(error)
      })
    }
    return answer
  }) as typeof client.query
}

/** A caller that waits for a connection gives up when its time expires; the connection goes to the next caller. */
function limitWaiting(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<pg.PoolClient>
  pool.connect = ((callback?: unknown) => {
    const left = timeLeft()
    // An idle connection is handed out at once, so a timer would be pure cost.
    const isFree = pool.idleCount > pool.waitingCount
    const connecting = connect(callback)
    if (callback || left === undefined || isFree) return connecting
    return new Promise<pg.PoolClient>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error('timeout exceeded when trying to connect'))
        connecting.then((client) => client.release()).catch(() => {}) // nobody waits for its failure any more
      }, left)
      connecting.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }) as typeof pool.connect
}

/** Cuts a connection. The pool notices this only after the client is returned, and would hand it to the next caller. */
function discard(client: pg.ClientBase & Partial<Pick<pg.PoolClient, 'release'>>): void {
  const release = client.release?.bind(client)
  // A connection that is still being greeted belongs to nobody and has no `release`.
  if (release) client.release = () => release(true)
  destroy(client)
}

function destroy(client: pg.ClientBase): void {
  // not in the published types, but what `pg` itself uses to cut a connection
  ;(client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy()
}
