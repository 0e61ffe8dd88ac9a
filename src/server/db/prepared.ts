import { createHash } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import type pg from 'pg'
import type { Db } from './db.ts'

const mark = '/* prepared */'

/**
 * Begins a statement that each PostgreSQL connection parses and plans once and then only runs. For the few hot ones
 * whose text never changes: every other text would stay in the server's memory, once per connection.
 */
export const prepared = sql.raw(mark)

/**
 * A list of ids with their places, as a table in a prepared statement. The subselect hides its length from the planner,
 * which otherwise finds each short list worth a plan of its own.
 */
export const unnested = (ids: number[]) => sql`unnest((select ${ids}::bigint[])) with ordinality`

/** As `prepared`, for a statement that is plain text with $1, $2 …: it is not put together anew for each call either. */
export function preparedStatement<Row>(text: string): (db: Db, ...values: unknown[]) => Promise<Row[]> {
  const marked = `${mark} ${text}`
  return async (db, ...values) => (await db.executeQuery<Row>(CompiledQuery.raw(marked, values))).rows
}

const names = new Map<string, string>()

/** Makes a client send marked statements under a name. The embedded database's clients share one session: not there. */
export function nameMarkedStatements(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) =>
    typeof text === 'string' && text.startsWith(mark)
      ? query({ name: nameOf(text), text, values }, ...rest)
      : query(text, values, ...rest)) as typeof client.query
}

function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('hex').slice(0, 40)
  names.set(text, name)
  return name
}
