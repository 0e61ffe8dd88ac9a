import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** An index of the whole words of a table's search texts, and the table of all words there are. */
export type WholeWords = {
  /** The table of words; a word may stand there twice. */
  known: string
  /** The expression under the index. */
  indexed: RawBuilder<unknown>
  /** Texts that the index does not hold whole: these few are read beside it. */
  unread: RawBuilder<boolean>
}

/** Words parted at signs (`words_in`) of a table with search texts, and the table that keeps them. */
export const wholeWordsIn = (known: string): WholeWords => ({
  known,
  indexed: sql`words_in(search_text)`,
  unread: sql<boolean>`has_runs_beyond(search_text, words_in(search_text))`,
})

/**
 * The words that hold one that was typed, or begin with its two letters, by the typed one; those that are not here are looked
 * for otherwise.
 */
export type Spellings = ReadonlyMap<string, readonly string[]>

/** More words than that with the typed letters in them, and the index would be read too often. */
const most = 100

/** The letters and digits of a folded text that the unread texts vouch for; two of them begin words only. */
const isVouchedFor = (word: string) => /^[a-z0-9]{2,}$/.test(word)

/**
 * What the words of phrases of several words stand in, among the words there are. One word alone is not asked for: the
 * trigram index finds it as soon.
 */
export async function spellingsHolding(
  db: Db,
  words: WholeWords | undefined,
  phrases: readonly string[],
): Promise<Spellings> {
  const asked = new Set(
    phrases.map((phrase) => phrase.split(' ')).flatMap((typed) => (typed.length > 1 ? typed : [])),
  )
  const long = [...asked].filter(isVouchedFor)
  if (!words || long.length === 0) return new Map()
  const { rows } = await sql<{ typed: string; found: string[] }>`
    select typed, array(
      select word from ${sql.table(words.known)}
      where word like case when length(typed) > 2 then '%' else '' end || typed || '%' limit ${most + 1}
    ) as found
    from unnest(${long}::text[]) typed`.execute(db)
  return new Map(
    rows.flatMap(({ typed, found }) => (found.length > most ? [] : [[typed, [...new Set(found)]]])),
  )
}

/** What finds the texts that hold all of some words, each in one of its spellings; undefined when a word has none. */
export function holdingAll(words: readonly (readonly string[])[]): string | undefined {
  if (words.some((spellings) => spellings.length === 0)) return undefined
  return words.map((spellings) => `(${spellings.map(lexeme).join(' | ')})`).join(' & ')
}

/** One word as a text of the database's queries for words. */
export const lexeme = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
