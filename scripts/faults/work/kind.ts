import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db } from '#server/db/db.ts'
import { type Answer, type Caller, isToComeBack } from '../server.ts'

/**
 * Where a kill comes: before a row is written. `when` asks only for the row itself (`new`, `old`), `piece` is the SQL that
 * names the piece of work that the row belongs to.
 */
export type Mark = {
  table: string
  event: 'insert' | 'update' | 'delete'
  when: string
  piece: string
  /** What is done to the row when the gate opens, as PL/pgSQL. */
  after?: string
}

/** What comes over a piece of work, as its results have to show. */
export type Fate = {
  /** How often the server dies in the middle of it. */
  deaths: 1 | 2 | 3
  /** A person presses Stop once the mark is reached. */
  isStopped: boolean
  mark: string
}

/** One piece of long work, made ready but not begun. */
export type Piece = {
  /** Its name among all pieces, which marks find it by. */
  name: string
  begin: () => Promise<void>
  stop?: () => Promise<unknown>
  /** What a person does to have work done that was given up; it has to end as if nothing had happened. */
  goOn?: () => Promise<unknown>
  /** What its rows say it is at, final or not; nothing where it has not begun. */
  state: () => Promise<string | undefined>
  /** The final state, or nothing while work goes on. */
  ended: () => Promise<string | undefined>
  /** What is missing, there twice or untold, given the final state. */
  wrong: (state: string, fate: Fate) => Promise<string[]>
  /** What the piece says of itself, for a report of one that is stuck. */
  tell: () => Promise<unknown>
}

/** A kind of long work. */
export type Kind = {
  name: string
  /** The job that does it. */
  job: string
  /** The name of a piece by the id in its job, as SQL. */
  pieceOfJob: (id: string) => string
  /** Where a kill may come while a worker is at it. All of them come again when the work begins anew. */
  marks: Record<string, Mark>
  /**
   * A mark that comes after a lock on whole tables, for kinds that take one: all of such work is held there first, because it
   * would wait for whatever else is held, and everybody else for it.
   */
  heldFirst?: string
  /** At which of these marks a person presses Stop, where that is possible. */
  stopsAt?: string
  /** A new piece; `nth` is its number among all pieces of all kinds, from 1. */
  prepare: (nth: number) => Promise<Piece>
}

/** What the kinds work with. */
export type Place = {
  db: Db
  /** The folder of the servers, where their stored files lie. */
  dataDir: string
  /** Today in Berlin. */
  today: string
  call: <T>(method: string, path: string, body?: unknown) => Promise<T>
}

/** Calls as a person does, who comes back when the server is busy; throws for any answer but 200, 201 and 202. */
export function callingAs(staff: Caller): Place['call'] {
  return async <T>(method: string, path: string, body?: unknown) => {
    // Nobody knows what became of some calls: with their key, the same call is not done twice.
    const again = method === 'GET' || body instanceof FormData ? {} : { key: randomUUID() }
    let answer: Answer = await staff.call(method, path, body, again)
    // On a busy machine the first of two calls takes as long as all others together.
    for (const until = Date.now() + 180_000; Date.now() < until && isToComeBack(answer);) {
      await sleep(1_000)
      answer = await staff.call(method, path, body, again)
    }
    if (![200, 201, 202].includes(answer.status))
      throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as T
  }
}

/** The first row of a query. */
export async function one<T>(db: Db, query: ReturnType<typeof sql<T>>): Promise<T | undefined> {
  return (await query.execute(db)).rows[0]
}

/** A line that tells a difference, or none. */
export function unequal(what: string, found: unknown, expected: unknown): string[] {
  const isEqual = JSON.stringify(found) === JSON.stringify(expected)
  return isEqual ? [] : [`${what}: ${JSON.stringify(found)} in place of ${JSON.stringify(expected)}`]
}
