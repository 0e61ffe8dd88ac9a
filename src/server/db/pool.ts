import pg from 'pg'
import { isDatabaseAway, noteLostCommit } from './away.ts'
import type { Log } from './embedded/start.ts'
import { timeLeft } from './limits.ts'
import { typeParsers } from './parsers.ts'
import { PreparedQuery } from './prepared-query.ts'
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
  /** Waits `within` milliseconds for those who still hold a connection, then cuts them off. */
  end: (within?: number) => Promise<void>
}

const SILENT = 'Query read timeout'

/** Opens a pool whose clients break alone: a lost or silent one is destroyed, and the next query gets a new one. */
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
  pool.on('error', () => {}) // the idle client's own listener has said so, and the pool has dropped it

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
 * Gives each statement the time that is left. After a timeout the client's statement is still under way: the connection
 * would answer the next query with it, and a ROLLBACK would only wait behind it; `pg` leaves such a client in use.
 */
function limitStatements(client: pg.ClientBase): void {
  const query = client.query.bind(client) as Query
  const limited: Query = (first, ...rest) => {
    const query_timeout = timeLeft()
    if (query_timeout === undefined) return query(first, ...rest)
    if (first instanceof PreparedQuery) return query(Object.assign(first, { query_timeout }))
    if (typeof first !== 'string') return query({ ...(first as object), query_timeout }, ...rest)
    const [values, ...others] = rest
    return query({ text: first, values, query_timeout }, ...others)
  }
  // The rollback that follows a lost commit fails too, and it is its error that is thrown in the end.
  let commitLost = false
  client.query = ((first: unknown, ...rest: unknown[]) => {
    const answer = limited(first, ...rest)
    const settling = first instanceof PreparedQuery ? first.answer : answer
    if (settling instanceof Promise) {
      settling.catch((error: Error) => {
        if (error.message === SILENT) discard(client)
        commitLost ||= first === 'commit' && isDatabaseAway(error)
        if (commitLost) noteLostCommit(error)
      })
    }
    return answer
  }) as typeof client.query
}

/** Whoever waits for a connection gives up with the time that is left; the connection goes to the next. */
function limitWaiting(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<pg.PoolClient>
  pool.connect = ((callback?: unknown) => {
    const left = timeLeft()
    // Of connections that lie idle one is handed out at once; a timer would only cost.
    const isFree = pool.idleCount > pool.waitingCount
    const connecting = connect(callback)
    if (callback || left === undefined || isFree) return connecting
    return new Promise<pg.PoolClient>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error('timeout exceeded when trying to connect'))
        connecting.then((client) => client.release()).catch(() => {}) // its failure is no longer asked for
      }, left)
      connecting.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }) as typeof pool.connect
}

/** Cuts a connection; the pool learns of it a moment later than its user gives it back, and would hand it to the next. */
function discard(client: pg.ClientBase & Partial<Pick<pg.PoolClient, 'release'>>): void {
  const release = client.release?.bind(client)
  // While it is being greeted it is nobody's yet, and has none.
  if (release) client.release = () => release(true)
  destroy(client)
}

function destroy(client: pg.ClientBase): void {
  // not in the published types, but what `pg` itself uses to cut a connection
  ;(client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy()
}
