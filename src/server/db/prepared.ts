import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'

const mark = '/* prepared */'

/**
 * Begins a statement that each PostgreSQL connection parses and plans once and then only runs. For the few hot ones
 * whose text never changes: every other text would stay in the server's memory, once per connection.
 */
export const prepared = sql.raw(mark)

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
