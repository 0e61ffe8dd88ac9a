import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** An index of the whole words in a table's search texts, and the table of all words. */
export type WholeWords = {
  /** The table of words; it may hold a word twice. */
  known: string
  /** The indexed expression. */
  indexed: RawBuilder<unknown>
  /** Texts that the index does not hold completely; these few are read in addition. */
  unread: RawBuilder<boolean>
}

/** Words split at punctuation (`words_in`) of a table with search texts, and the table that stores them. */
export const wholeWordsIn = (known: string): WholeWords => ({
  known,
  indexed: sql`words_in(search_text)`,
  unread: sql<boolean>`has_runs_beyond(search_text, words_in(search_text))`,
})

/**
 * For each typed word, the words that contain it or, for two letters, begin with it; words missing here are searched
 * otherwise.
 */
export type Spellings = ReadonlyMap<string, readonly string[]>

/** With more matching words, the index would be read too often. */
const most = 100

/**
 * True for words of letters and digits, which the folded texts cover; two characters match at the beginning of a word
 * only.
 */
const isVouchedFor = (word: string) => /^[a-z0-9]{2,}$/.test(word)

/**
 * The known words that contain each word of phrases with several words. A single word is left out: the trigram index
 * finds it as fast.
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

/** The query for texts with all of some words, each in one of its spellings; undefined when a word has none. */
export function holdingAll(words: readonly (readonly string[])[]): string | undefined {
  if (words.some((spellings) => spellings.length === 0)) return undefined
  return words.map((spellings) => `(${spellings.map(lexeme).join(' | ')})`).join(' & ')
}

export const lexeme = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
