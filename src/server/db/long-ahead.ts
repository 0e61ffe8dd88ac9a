import { sql, type Kysely } from 'kysely'

/** Told to the embedded database before a long transaction on the same connection (wire.ts). */
export const longAhead = 'almoner: a long transaction follows'

/**
 * Does `work` on one connection, whose next transaction takes long: the embedded database, one session, first opens what is
 * committed once more, where others read until the transaction ends. PostgreSQL needs nothing of the kind.
 */
export function withLongAhead<DB, T>(db: Kysely<DB>, work: (db: Kysely<DB>) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`select ${sql.lit(longAhead)}`.execute(connection)
    return work(connection)
  })
}
