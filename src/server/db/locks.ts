import { sql } from 'kysely'

/**
 * Advisory locks, each held until the transaction ends. For the order of locks, row locks included, see
 * docs/decisions/0020.
 */
export const advisoryLocks = {
  /** With person and key: one call per Idempotency-Key at a time. Only tried, never waited for. */
  idempotencyKey: 7261002,
  /** With table and slug prefix: one new slug of a title at a time. */
  slug: 7261003,
  /** With person and kind of act: one person's acts on a day are added up (docs/decisions/0035). */
  actsOfPerson: 7261080,
  /** With provider and its number: deliveries about one gift are booked one by one; taken before the gift's project. */
  providersGift: 7261083,
  /** With a donor's name and address: a donor who gives twice at once stays one donor; taken after the gift. */
  donor: 7261100,
  /**
   * Shared by everyone who adds words of a title or an address (`add_words()`), exclusive for the cleanup of unused
   * words, which only tries it.
   */
  words: 7261110,
  /** With the id of a statement file: one worker writes it at a time, and its row stays unlocked for its progress. */
  statementFile: 7261120,
  /** One sealer at a time. Only tried, and never taken by writers of events. */
  sealer: 7261004,
}

/**
 * Purpose of a row lock: a change, which referring rows need not wait for, or a removal or archiving, after which no
 * row may refer to it.
 */
export type LockFor = 'change' | 'removal'

type Lockable<Query> = { forUpdate(): Query; forNoKeyUpdate(): Query }

/**
 * Locks the selected rows until the transaction ends, no more than needed: `for no key update` lets others write
 * referring rows (an audit event and its actor), `for update` blocks new references to a row that is to go.
 */
export const lockedFor =
  (purpose: LockFor) =>
  <Query extends Lockable<Query>>(query: Query): Query =>
    purpose === 'removal' ? query.forUpdate() : query.forNoKeyUpdate()

/** The same as the end of an SQL statement. */
export const lockClause = (purpose: LockFor) =>
  purpose === 'removal' ? sql`for update` : sql`for no key update`
