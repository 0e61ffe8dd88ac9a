import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { WorkKind, WorkState } from '#shared/work.ts'
import type { HttpError } from '../base/errors.ts'
import type { Db } from '../db/db.ts'
import type { DB } from '../db/schema.ts'

/** A kind of long work, by the rows that represent it. Expressions may name the row `work`. */
type Declaration<Table extends keyof DB, State extends string> = {
  kind: WorkKind
  table: Table
  /**
   * What each state means to the person who asked for the work; null while nothing was asked for. Ends that a worker or
   * a person writes are called `done`, `failed` and `cancelled`.
   */
  states: Record<State, WorkState | null>
  /** The column of the state, unless it is called `state`. */
  state?: 'state' | 'status'
  owner: keyof DB[Table] & string
  askedAt: keyof DB[Table] & string
  about: RawBuilder<unknown>
  done: RawBuilder<unknown>
  total: RawBuilder<unknown>
  /** Which work under way can be stopped; all by default. */
  canStop?: RawBuilder<unknown>
  /** Which ended work its owner sees; all by default. */
  listed?: RawBuilder<unknown>
  /** The refusal to stop work that has ended. */
  notRunning: () => HttpError
}

export type Columns<Table extends keyof DB> = {
  [Column in keyof Updateable<DB[Table]>]: Updateable<DB[Table]>[Column] | RawBuilder<unknown>
}

/** The states of work that waits for a worker. */
export const queuedStates = {
  queued: 'working',
  running: 'working',
  done: 'done',
  failed: 'failed',
  cancelled: 'stopped',
} as const

/** Thrown when work was stopped, or taken over by another worker. */
export class WorkStopped extends Error {
  constructor() {
    super('the work was stopped')
    this.name = 'WorkStopped'
  }
}

const always = sql`true`

/**
 * Declares a kind of long work once, and gives what follows from that. All changes apply only to work that is still
 * under way and return whether it was; `where` adds a condition, such as who works on it.
 */
export function defineWork<Table extends keyof DB, State extends string>(work: Declaration<Table, State>) {
  const { kind, table, states, state = 'state', canStop = always, listed = always, notRunning } = work
  const rows = sql.table(table)
  const meant = Object.entries<WorkState | null>(states).filter(([, meaning]) => meaning !== null)
  // Literals, so that partial indexes on the states apply.
  const among = (some: typeof meant) =>
    sql<boolean>`${sql.ref(state)} in (${sql.join(some.map(([name]) => sql.lit(name)))})`
  const underWay = among(meant.filter(([, meaning]) => meaning === 'working'))
  const meanings = meant.map(([name, meaning]) => sql`when ${sql.lit(name)} then ${sql.lit(meaning)}`)

  async function ids(db: Db, where: RawBuilder<unknown>) {
    const found = await sql<{ id: number }>`select id from ${rows} where ${where} order by id`.execute(db)
    return found.rows.map(({ id }) => id)
  }
  async function update(db: Db, id: number, columns: Columns<Table>, where: RawBuilder<unknown> = always) {
    const set = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
    const { numAffectedRows } = await sql`
      update ${rows} set ${sql.join(set)} where id = ${id} and ${underWay} and (${where})`.execute(db)
    return numAffectedRows === 1n
  }
  const ended = (name: 'done' | 'failed' | 'cancelled', now: Date, more = {}) =>
    ({ [state]: name, finished_at: now, ...more }) as Columns<Table>
  return {
    kind,
    table,
    states,
    underWay,
    notRunning,
    own: ({ user, since }: { user: number; since: Date }) => sql`
      select ${sql.lit(kind)} as kind, id, ${work.about} as about,
        case ${sql.ref(state)} ${sql.join(meanings, sql` `)} end as state, ${work.done} as done, ${work.total} as total,
        ${underWay} and (${canStop}) as can_stop, ${sql.ref(work.askedAt)} as asked_at
      from ${rows} as work
      where ${sql.ref(work.owner)} = ${user}
        and (${underWay} or ${among(meant)} and finished_at >= ${since} and (${listed}))`,
    ids,
    atWork: (db: Db) => ids(db, underWay),
    update,
    /** Notes progress; throws WorkStopped when the work has ended or the condition no longer holds. */
    report: async (...change: Parameters<typeof update>) => {
      if (!(await update(...change))) throw new WorkStopped()
    },
    finish: (db: Db, id: number, now: Date, more?: Columns<Table>, where?: RawBuilder<unknown>) =>
      update(db, id, ended('done', now, more), where),
    fail: (db: Db, id: number, now: Date, more?: Columns<Table>) =>
      update(db, id, ended('failed', now, more)),
    /** Ends work at a person's request; throws `notRunning` when it can no longer be stopped. */
    stop: async (tx: Db, id: number, now: Date) => {
      if (!(await update(tx, id, ended('cancelled', now), canStop))) throw notRunning()
    },
  }
}
