import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { ImportStopped, longTransaction, type Stage } from './progress.ts'

/**
 * Writes staged rows in a transaction that commits only while we hold the lease: a worker taking it over waits for that
 * commit, and nothing of ours follows it. Throws ImportStopped, with nothing written, when the lease is lost.
 */
export function underLease<T>({ db, id, token }: Stage, work: (tx: Db) => Promise<T>): Promise<T> {
  return longTransaction(db, async (tx) => {
    const result = await work(tx)
    // Last, so that renewing the lease waits only for the commit.
    const { rows } = await sql`
      select from imports where id = ${id} and lease_token = ${token} for share`.execute(tx)
    if (rows.length !== 1) throw new ImportStopped()
    return result
  })
}
