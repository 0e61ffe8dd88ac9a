import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'

type Search = { user_id: number; list: string; words: string; found: number; at: Date }

/** How long anybody can see who searched for what. */
export const searchesKeptDays = 90

/** How long a search waits for others to be written with; nobody waits for it. */
const writtenWithinMs = 250
/** Searches that a database out of reach leaves waiting; beyond them the oldest are given up. */
const mostWaiting = 10_000

/** Searches on their way into the database. What waits there for a quarter of a second is lost with a killed process. */
export type Searches = {
  note: (search: Search) => void
  /** Writes what waits, and answers when it is written; whoever reads them asks for it first. */
  written: () => Promise<void>
}

/** Collects searches and writes them together, so that no list waits for its own. `failed` is told of a write that failed. */
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
  // Whose account is gone in the meantime leaves none.
  await sql`
    insert into searches (user_id, list, words, found, at)
    select user_id, list, words, found, at
    from unnest(${column('user_id')}::bigint[], ${column('list')}::text[], ${column('words')}::text[],
      ${column('found')}::integer[], ${column('at')}::timestamptz[]) with ordinality
      as waiting (user_id, list, words, found, at, place)
    where exists (select 1 from users where users.id = user_id)
    order by place`.execute(db)
}

/** Forgets searches that are older than 90 days; a nightly chore. */
export async function forgetOldSearches(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('searches')
    .where('at', '<', new Date(now.getTime() - searchesKeptDays * 86_400_000))
    .execute()
}
