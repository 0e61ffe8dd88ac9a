import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { notRemoved } from '#server/lists/removed-rows.ts'
import { lexeme } from '#server/search/whole-words.ts'
import { recordStatus } from '#shared/statuses.ts'

/** How many spellings of a word are looked at, and how many projects of a line. */
const spellings = 20
const perLine = 12
/** Of what so many projects have in common that it says little. */
const atMost = 500

type Asked = { place: number; words: readonly string[] }
type Round = { place: number; groups: string[][]; wanted: number }

/**
 * The projects whose title, or whose organization's, has most of each line's words, however they are spelled: by their
 * places. The words are looked up among all that projects have, which are few; then those that have all of a line's words
 * are found by an index, and only where there are none, those that lack one.
 */
export async function projectsByWords(db: Db, lines: readonly Asked[]): Promise<Map<number, number[]>> {
  const known = await spellingsOf(db, [...new Set(lines.flatMap(({ words }) => words))])
  const found = new Map<number, number[]>()
  let rounds = lines.flatMap(({ place, words }): Round[] => {
    const groups = words.flatMap((word) => (known.has(word) ? [known.get(word)!] : []))
    return groups.length > 0 ? [{ place, groups, wanted: groups.length }] : []
  })
  while (rounds.length > 0) {
    for (const { place, ids } of await withWords(db, rounds)) found.set(place, ids)
    rounds = rounds
      .filter(({ place, wanted }) => !found.has(place) && wanted > 1)
      .map((round) => ({ ...round, wanted: round.wanted - 1 }))
  }
  return found
}

/** The words of projects that are like each of some words, the most alike first. */
async function spellingsOf(db: Db, words: readonly string[]): Promise<Map<string, string[]>> {
  if (words.length === 0) return new Map()
  const { rows } = await sql<{ asked: string; known: string[] }>`
    select asked, array_agg(word order by alike desc, word) as known
    from unnest(${words}::text[]) asked, lateral (
      select word, max(word_similarity(asked, word)) as alike from project_words
      where word %> asked group by word order by alike desc, word limit ${spellings}
    ) near group by asked`.execute(db)
  return new Map(rows.map((row) => [row.asked, row.known]))
}

/** Projects that have `wanted` of the groups of words, the shortest names first: there the words are most of it. */
async function withWords(db: Db, rounds: readonly Round[]): Promise<{ place: number; ids: number[] }[]> {
  const asked = rounds.map(({ place, groups, wanted }) => ({
    place,
    // One word alone is looked for by itself, so that a common one does not hide a rare one.
    queries: wanted === 1 ? groups.map(anyOfWords) : [subsetsOf(groups.map(anyOfWords), wanted).join(' | ')],
  }))
  const { rows } = await sql<{ place: number; ids: number[] }>`
    select place, array_agg(id) as ids from (
      select distinct line.place, near.id
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as line (place integer, queries jsonb),
        jsonb_array_elements_text(line.queries) query, lateral (
          select id from (
            select id, length(search_text) as letters from projects
            where to_tsvector('simple', search_text) @@ query::tsquery and status <> ${sql.lit(recordStatus.archived)} and ${notRemoved} and not is_banned
            limit ${atMost}
          ) hits order by letters, id limit ${perLine}
        ) near
    ) found group by place`.execute(db)
  return rows
}

const anyOfWords = (group: readonly string[]) => `(${group.map(lexeme).join(' | ')})`

/** All choices of so many of some parts, each joined by "and". */
function subsetsOf(parts: readonly string[], size: number): string[] {
  if (size === 0) return ['']
  return parts.flatMap((part, at) =>
    subsetsOf(parts.slice(at + 1), size - 1).map((rest) =>
      rest === '' ? `(${part})` : `(${part} & ${rest})`,
    ),
  )
}
