import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { notRemoved } from '#server/lists/removed-rows.ts'
import { lexeme } from '#server/search/whole-words.ts'
import { recordStatus } from '#shared/statuses.ts'

/** Limits: spellings per word, and projects per line. */
const spellings = 20
const perLine = 12
/** A word that this many projects share identifies little. */
const atMost = 500

type WordQuery = { place: number; words: readonly string[] }
type Round = { place: number; groups: string[][]; wanted: number }

/**
 * For each line, by index, the projects whose title or organization contains most of its words in any spelling. First
 * finds similar words among the few that all projects use. Then finds projects with all words of a line by index and,
 * only if there are none, projects lacking one.
 */
export async function projectsByWords(db: Db, lines: readonly WordQuery[]): Promise<Map<number, number[]>> {
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

/** Words of projects that are similar to each given word, most similar first. */
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

/** Projects with `wanted` of the word groups, shortest names first, because the words make up most of them. */
async function withWords(db: Db, rounds: readonly Round[]): Promise<{ place: number; ids: number[] }[]> {
  const asked = rounds.map(({ place, groups, wanted }) => ({
    place,
    // A single word is searched on its own, so that a common one does not hide a rare one.
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

/** All combinations of `size` parts, each joined by "and". */
function subsetsOf(parts: readonly string[], size: number): string[] {
  if (size === 0) return ['']
  return parts.flatMap((part, at) =>
    subsetsOf(parts.slice(at + 1), size - 1).map((rest) =>
      rest === '' ? `(${part})` : `(${part} & ${rest})`,
    ),
  )
}
