import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { advisoryLocks } from '../db/locks.ts'
import { inTransaction } from '../db/transaction.ts'

const batchSize = 500
/** A transaction that adds a word holds the lock until its commit: usually a moment, in a long import too long to wait. */
const tries = 20
const betweenTriesMs = 100

/**
 * Removes words that no row uses any more from the word tables, and returns how many. Words that could not be checked,
 * because transactions kept adding others, stay for the next sweep.
 */
export async function removeUnusedWords(db: Db): Promise<number> {
  let removed = 0
  for (let last = '0'; ;) {
    // oxlint-disable-next-line no-await-in-loop -- one batch after the other, so that nobody waits for long
    const batch = await nextBatch(db, last)
    if (batch.length === 0) return removed
    last = batch.at(-1)!.id
    for (const [known, lost] of Map.groupBy(batch, (row) => row.known)) {
      // oxlint-disable-next-line no-await-in-loop
      const gone = await removeFrom(db, known, lost)
      if (gone === undefined) return removed
      removed += gone
    }
  }
}

type WordToCheck = { id: string; known: string; word: string }

async function nextBatch(db: Db, last: string): Promise<WordToCheck[]> {
  const { rows } = await sql<WordToCheck>`
    select id::text as id, known, word from lost_words
    where lost_words.id > ${last}::bigint order by lost_words.id limit ${batchSize}`.execute(db)
  return rows
}

/** Undefined when the lock was never free. */
async function removeFrom(db: Db, known: string, lost: readonly WordToCheck[]): Promise<number | undefined> {
  const ids = lost.map((row) => row.id)
  // Most words occur in other rows as well: these are checked without blocking anybody.
  const candidates = await unusedAmong(db, known, [...new Set(lost.map((row) => row.word))])
  for (let attempt = 1; attempt <= tries; attempt++) {
    // oxlint-disable-next-line no-await-in-loop -- a try after the other
    const removed = await inTransaction(db, async (tx) => {
      const lock = await sql<{ free: boolean }>`
        select pg_try_advisory_xact_lock(${advisoryLocks.words}) as free`.execute(tx)
      if (!lock.rows[0]!.free) return undefined
      const gone = await unusedAmong(tx, known, candidates)
      await sql`delete from ${sql.table(known)} where word = any(${gone}::text[])`.execute(tx)
      await sql`delete from lost_words where id = any(${ids}::bigint[])`.execute(tx)
      return gone.length
    })
    if (removed !== undefined) return removed
    // oxlint-disable-next-line no-await-in-loop
    await sleep(betweenTriesMs)
  }
  return undefined
}

async function unusedAmong(db: Db, known: string, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return []
  const { rows } = await sql<{ word: string }>`
    select words_nobody_has(${known}, ${words}::text[]) as word`.execute(db)
  return rows.map(({ word }) => word)
}
