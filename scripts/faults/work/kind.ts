import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db } from '#server/db/db.ts'
import { type Answer, type Caller, isToComeBack } from '../server.ts'

/**
 * The place of a kill: before a row is written. `when` tests only the row itself (`new`, `old`), `piece` is SQL for the
 * name of the row's piece of work.
 */
export type Mark = {
  table: string
  event: 'insert' | 'update' | 'delete'
  when: string
  piece: string
  /** A change to the row when the gate opens, as PL/pgSQL. */
  after?: string
}

/** Events during a piece of work that its results must reflect. */
export type Fate = {
  /** How often the server dies during it. */
  deaths: 1 | 2 | 3
  /** A person presses Stop once the mark is reached. */
  isStopped: boolean
  mark: string
}

/** One prepared piece of long work. */
export type Piece = {
  /** Its unique name, by which marks find it. */
  name: string
  begin: () => Promise<void>
  stop?: () => Promise<unknown>
  /** A person's action to continue work that was given up; the result must be as without the failure. */
  goOn?: () => Promise<unknown>
  /** Its state according to its rows, final or not; undefined before it begins. */
  state: () => Promise<string | undefined>
  /** The final state; undefined while work goes on. */
  ended: () => Promise<string | undefined>
  /** Missing, duplicate or unreported results for the final state. */
  wrong: (state: string, fate: Fate) => Promise<string[]>
  /** The piece's own data, for a report of a stuck one. */
  tell: () => Promise<unknown>
}

/** A kind of long work. */
export type Kind = {
  name: string
  /** The job that does it. */
  job: string
  /** SQL for the name of a piece by the id in its job. */
  pieceOfJob: (id: string) => string
  /** Places of a kill while a worker runs. All of them recur when the work restarts. */
  marks: Record<string, Mark>
  /**
   * A mark after a lock on whole tables, for kinds that take one: such work is held there first, because it would wait
   * for all other held work, and everybody else for it.
   */
  heldFirst?: string
  /** The mark at which a person presses Stop, where that is possible. */
  stopsAt?: string
  /** A new piece; `nth` is its number among all pieces of all kinds, from 1. */
  prepare: (nth: number) => Promise<Piece>
}

export type Place = {
  db: Db
  /** The data folder of the servers with their stored files. */
  dataDir: string
  /** Today in Berlin. */
  today: string
  call: <T>(method: string, path: string, body?: unknown) => Promise<T>
}

/** Calls like a person who retries when the server is busy; throws for any answer but 200, 201 and 202. */
export function callingAs(staff: Caller): Place['call'] {
  return async <T>(method: string, path: string, body?: unknown) => {
    // Some calls have an unknown outcome: with their key, the same call is not done twice.
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

export async function one<T>(db: Db, query: ReturnType<typeof sql<T>>): Promise<T | undefined> {
  return (await query.execute(db)).rows[0]
}

export function unequal(what: string, found: unknown, expected: unknown): string[] {
  const isEqual = JSON.stringify(found) === JSON.stringify(expected)
  return isEqual ? [] : [`${what}: ${JSON.stringify(found)} in place of ${JSON.stringify(expected)}`]
}
