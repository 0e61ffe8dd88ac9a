import type { Db } from '#server/db/db.ts'

/** A call that waits for the database: which one, what it asks for, and whether who sent it may. */
type Waiting = { requestId: string; ask: string; may: (db: Db) => Promise<boolean> }

/**
 * Calls that this process has heard and cannot answer yet: on a database of one session a long transaction keeps them waiting
 * until it is over. So it looks here whether it is to go on.
 */
export class Heard {
  readonly #waiting = new Set<Waiting>()
  readonly #obeyed = new Set<string>()

  /** Notes a call until its answer is given. */
  async during<T>(call: Waiting, answer: () => Promise<T>): Promise<T> {
    this.#waiting.add(call)
    try {
      return await answer()
    } finally {
      this.#waiting.delete(call)
      this.#obeyed.delete(call.requestId)
    }
  }

  /** True when somebody who may asks for it; who that is, is looked up on `db`, the connection that is at work. */
  async asks(ask: string, db: Db): Promise<boolean> {
    for (const call of this.#waiting) {
      if (call.ask !== ask || !(await call.may(db))) continue
      this.#obeyed.add(call.requestId)
      return true
    }
    return false
  }

  /** Whether what a call asks for was done while it waited. */
  isObeyed(requestId: string): boolean {
    return this.#obeyed.has(requestId)
  }
}
