import { sql } from 'kysely'

/**
 * Advisory locks, each held to the end of the transaction. In which order locks are taken, rows included:
 * docs/decisions/0020.
 */
export const advisoryLocks = {
  /** With the person and key: one call per Idempotency-Key at a time. Tried, never waited for. */
  idempotencyKey: 7261002,
  /** With table and beginning: one new slug of a title at a time. */
  slug: 7261003,
  /** With person and kind of act: what one person does on a day counts together (docs/decisions/0035). */
  actsOfPerson: 7261080,
  /** With provider and its number: what is told of one gift is booked one by one; before the gift's project. */
  providersGift: 7261083,
  /** With a donor's name and address: who gives twice at once is one; after the gift's project. */
  donor: 7261100,
  /**
   * Shared by all who add words of a title or an address (the triggers of `0293`), alone for who removes those that no row has.
   * Tried by the latter, never waited for.
   */
  words: 7261110,
  /** With the id of a file of statements: one worker writes it at a time, and its row stays free for its progress. */
  statementFile: 7261120,
  /** One sealer at a time. Tried, never waited for, and never taken by who writes an event. */
  sealer: 7261004,
}

/**
 * Why a row is locked: to change it, which rows that refer to it need not wait for, or to remove or archive it, when none may
 * come to it any more.
 */
export type LockFor = 'change' | 'removal'

type Lockable<Query> = { forUpdate(): Query; forNoKeyUpdate(): Query }

/**
 * Locks the selected rows until the transaction ends, no more than needed: `for no key update` lets others write rows that
 * refer to them (an audit event and its actor), `for update` keeps new ones from coming to a row that is to go.
 */
export const lockedFor =
  (purpose: LockFor) =>
  <Query extends Lockable<Query>>(query: Query): Query =>
    purpose === 'removal' ? query.forUpdate() : query.forNoKeyUpdate()

/** The same at the end of a statement in SQL. */
export const lockClause = (purpose: LockFor) =>
  purpose === 'removal' ? sql`for update` : sql`for no key update`
