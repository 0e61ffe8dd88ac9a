import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'

type Search = { user_id: number; list: string; words: string; found: number; at: Date }

/** How long searches stay visible. */
export const searchesKeptDays = 90

/** Longest time a search is buffered; no caller waits for it. */
const writtenWithinMs = 250
/** Searches buffered while the database is away; beyond this number the oldest are dropped. */
const mostWaiting = 10_000

/** Searches that are not yet in the database. A killed process loses up to a quarter of a second of them. */
export type Searches = {
  note: (search: Search) => void
  /** Flushes the buffer and waits for it; readers of searches call this first. */
  written: () => Promise<void>
}

/**
 * Buffers searches and writes them together, so that no list waits for its own. `failed` is called when a write fails.
 */
export function openSearches(db: Db, failed: (error: unknown) => void): Searches {
  let waiting: Search[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  const later = () => {
    timer ??= setTimeout(() => void written().catch(failed), writtenWithinMs).unref()
  }
  const written = () => {
    clearTimeout(timer)
    timer = undefined
    writing = writing
      .catch(() => {})
      .then(async () => {
        const these = waiting
        waiting = []
        if (these.length === 0) return
        try {
          await insert(db, these)
        } catch (error) {
          waiting = [...these, ...waiting].slice(-mostWaiting)
          later()
          throw error
        }
      })
    return writing
  }
  return {
    note(search) {
      waiting.push(search)
      later()
    },
    written,
  }
}

async function insert(db: Db, searches: readonly Search[]): Promise<void> {
  const column = <K extends keyof Search>(key: K): RawBuilder<Search[K][]> =>
    sql`${searches.map((search) => search[key])}`
  // An account removed in the meantime leaves no search.
  await sql`
    insert into searches (user_id, list, words, found, at)
    select user_id, list, words, found, at
    from unnest(${column('user_id')}::bigint[], ${column('list')}::text[], ${column('words')}::text[],
      ${column('found')}::integer[], ${column('at')}::timestamptz[]) with ordinality
      as waiting (user_id, list, words, found, at, place)
    where exists (select 1 from users where users.id = user_id)
    order by place`.execute(db)
}

/** Deletes searches older than 90 days; a nightly cleanup. */
export async function deleteOldSearches(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('searches')
    .where('at', '<', new Date(now.getTime() - searchesKeptDays * 86_400_000))
    .execute()
}
