import { hash } from 'node:crypto'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { DB } from './schema.ts'

// `db.ts` opens its pool with this file, so this file cannot import it.
type Db = Kysely<DB>

const mark = '/* prepared */'

/**
 * Begins a statement that each connection parses and plans once. Only for a few hot statements with constant text:
 * every other text would stay in the server's memory, once per connection. Values are texts, numbers, dates or lists of
 * them: one that `pg` cannot serialize would break the statement on its connection.
 */
export const prepared = sql.raw(mark)

/**
 * A list of ids with their positions, as a table in a prepared statement. The subselect hides its length from the
 * planner, which would otherwise re-plan for each short list.
 */
export const unnested = (ids: number[]) => sql`unnest((select ${ids}::bigint[])) with ordinality`

/** Like `prepared`, for plain text with $1, $2 …; it also skips building the text for each call. */
export function preparedStatement<Row>(text: string): (db: Db, ...values: unknown[]) => Promise<Row[]> {
  const marked = `${mark} ${text}`
  return (db, ...values) => runPrepared<Row>(db, marked, values)
}

const pools = new WeakMap<Db, pg.Pool>()

/** Remembers the pool of a query builder. */
export function rememberPool(pool: pg.Pool, db: Db): Db {
  pools.set(db, pool)
  return db
}

/**
 * Runs a marked statement. Outside a transaction it goes straight to the pool: the builder's path to a connection and
 * back costs a tenth of this process's time for a short list.
 */
export async function runPrepared<Row>(db: Db, text: string, values: unknown[]): Promise<Row[]> {
  const pool = pools.get(db)
  if (!pool) return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
  const client = await pool.connect()
  try {
    const { rows } = await client.query<Row & pg.QueryResultRow>(text, values)
    return rows
  } catch (error) {
    // The stack then shows the caller rather than the place where the answer arrived.
    if (error instanceof Error) Error.captureStackTrace(error, runPrepared)
    throw error
  } finally {
    client.release()
  }
}

const names = new Map<string, string>()

/** Makes a client send marked statements as named ones. */
export function nameMarkedStatements(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string' || !text.startsWith(mark)) return query(text, values, ...rest)
    return query({ name: nameOf(text), text, values: (values ?? []) as unknown[] }, ...rest)
  }) as typeof client.query
}

function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = hash('sha256', text).slice(0, 40)
  names.set(text, name)
  return name
}
