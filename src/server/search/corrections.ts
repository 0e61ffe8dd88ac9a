import { type RawBuilder, sql } from 'kysely'
import { foldForSearch } from '#shared/normalize.ts'
import type { Db } from '../db/db.ts'
import type { SearchKind } from './kind.ts'

/** Shorter words resemble too many others. */
const shortestCorrected = 4
/** Number of spellings tried per word, and of phrases built from them. */
const spellings = 2
const mostPhrases = 4

const twoLetters: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' }

/** The same words with umlauts as two letters and vice versa, where that differs. */
export function umlautPhrases(words: string, phrase: string): string[] {
  const long = foldForSearch(words.normalize('NFC').replace(/[äöüÄÖÜ]/g, (letter) => twoLetters[letter]!))
    .trim()
    .replace(/\s+/g, ' ')
  const short = phrase.replace(/([aou])e/g, '$1')
  const kept = /^[aou]?$/.test(short) ? [] : [short]
  return [...new Set(/[äöü]/i.test(words.normalize('NFC')) ? [long, ...kept] : kept)].filter(
    (other) => other !== phrase,
  )
}

/**
 * Words of a word table, numbers aside, that a typed one may mean: similar ones, and those with the same beginning,
 * because two swapped letters leave little similarity.
 */
export const wordsLikeIn =
  (table: string) =>
  (asked: string): RawBuilder<unknown> =>
    sql`(select word from ${sql.table(table)} where word %> ${asked} and word !~ '[0-9]'
      order by word_similarity(${asked}, word) desc, word limit 60)
    union (select word from ${sql.table(table)}
      where word collate "C" like ${`${asked.slice(0, 1)}%`} and word !~ '[0-9]' and length(word) >= ${asked.length - 2}
      order by word collate "C" limit 4000)`

/** Corrections of a phrase without hits: its unknown words replaced by the nearest known ones. */
export async function correctedPhrases(
  db: Db,
  kinds: readonly SearchKind[],
  phrase: string,
): Promise<string[]> {
  const asked = phrase.split(' ')
  const meant = await Promise.all(asked.map((word) => spellingsOf(db, kinds, word)))
  const phrases = meant.reduce<string[]>(
    (begun, words) =>
      begun.flatMap((start) => words.map((word) => `${start} ${word}`.trim())).slice(0, mostPhrases),
    [''],
  )
  return phrases.filter((other) => other !== phrase)
}

/** The nearest words among all names; the word itself when none is near, or when a name has it. */
async function spellingsOf(db: Db, kinds: readonly SearchKind[], asked: string): Promise<string[]> {
  const like = kinds.flatMap(({ wordsLike }) => (wordsLike ? [wordsLike(asked)] : []))
  if (asked.length < shortestCorrected || !/^\p{L}+$/u.test(asked) || like.length === 0) return [asked]
  const { rows } = await sql<{ word: string }>`${sql.join(like, sql` union `)}`.execute(db)
  const near = rows
    .map(({ word }) => ({ word, slips: slipsBetween(asked, word) }))
    .filter(({ slips }) => slips <= allowedSlips(asked))
    .sort(
      (a, b) =>
        a.slips - b.slips ||
        Math.abs(a.word.length - asked.length) - Math.abs(b.word.length - asked.length) ||
        (a.word < b.word ? -1 : 1),
    )
  if (near.length === 0 || near[0]!.slips === 0) return [asked]
  return near.slice(0, spellings).map(({ word }) => word)
}

const allowedSlips = (word: string) => (word.length < 6 ? 1 : word.length < 11 ? 2 : 3)

/**
 * Edit distance (letters left out, inserted, changed, or swapped) from the typed text to the nearest prefix of a word:
 * the word may be incomplete.
 */
export function slipsBetween(typed: string, word: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: word.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= typed.length; i++) {
    const row = [i]
    for (let j = 1; j <= word.length; j++) {
      const same = typed[i - 1] === word[j - 1] ? 0 : 1
      row[j] = Math.min(last![j]! + 1, row[j - 1]! + 1, last![j - 1]! + same)
      if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1])
        row[j] = Math.min(row[j]!, before![j - 2]! + 1)
    }
    ;[before, last] = [last!, row]
  }
  return Math.min(...last!)
}
