import { type RawBuilder, sql } from 'kysely'
import type { Permission } from '#shared/permissions.ts'
import type { Db } from '#server/db/db.ts'

/** Something people look for by name: where its rows are and what they are called. */
export type SearchKind<Kind extends string = string> = {
  kind: Kind
  /** Without it nothing of this kind is found. */
  permission: Permission
  table: string
  /** What a result says; the slug is what its address is made of. */
  slug: RawBuilder<string>
  title: RawBuilder<string>
  subtitle: RawBuilder<string>
  /** The folded title, and other folded names a row may be meant by. */
  folded: RawBuilder<string>
  others: readonly RawBuilder<string>[]
  /** Folded columns with an index in the order of bytes: what begins with the words is found there first. */
  prefixes: readonly string[]
  /** The column under the unique index of the slug. */
  slugColumn?: string
}

/** 0 the very name, 1 begins with it, 2 every word begins a word, 3 every word stands somewhere. */
export type Found<Kind extends string> = {
  kind: Kind
  slug: string
  title: string
  subtitle: string
  rank: 0 | 1 | 2 | 3
}

/** Rows of one kind that are looked at before the best are taken; the index finds them, the best ranks first. */
const candidates = 200
/** Shorter words have no trigram: they are found at the beginning of a word only. */
const shortestInside = 3

/** What a word may follow; the trigram index treats all of them as the beginning of a word. */
const wordLeads = [' ', '-', '(', '/']

const likeText = (text: string) => text.replace(/[\\%_]/g, '\\$&')
const regexText = (text: string) => text.replace(/[^\p{L}\p{N}\s]/gu, '\\$&')

/**
 * The best matches for some words over several kinds. Each kind ranks a bounded set of rows that its indexes find: the
 * very name and what begins with it first, then words that begin so, then words that hold it. Nothing reads a whole table.
 */
export async function findBest<Kind extends string>(
  db: Db,
  kinds: readonly SearchKind<Kind>[],
  { words, limit }: { words: string; limit: number },
): Promise<Found<Kind>[]> {
  const phrase = await foldWords(db, words)
  if (phrase === '' || kinds.length === 0) return []
  const found = await Promise.all(kinds.map((kind) => findIn(db, kind, phrase, limit)))
  return found
    .flat()
    .sort((a, b) => a.place - b.place || a.title.length - b.title.length || (a.title < b.title ? -1 : 1))
    .slice(0, limit)
    .map(({ place, ...row }) => ({ ...row, rank: Math.floor(place / 2) as Found<Kind>['rank'] }))
}

/** The words as the search columns have them: folded, with single blanks. */
async function foldWords(db: Db, words: string): Promise<string> {
  const { rows } = await sql<{ folded: string }>`select fold(${words}) as folded`.execute(db)
  return rows[0]!.folded.trim().replace(/\s+/g, ' ')
}

async function findIn<Kind extends string>(db: Db, kind: SearchKind<Kind>, phrase: string, limit: number) {
  const { rows } = await sql<Omit<Found<Kind>, 'rank' | 'kind'> & { place: number }>`
    select ${kind.slug} as slug, ${kind.title} as title, ${kind.subtitle} as subtitle, place
    from ${sql.table(kind.table)} found, lateral (select ${placeOf(kind, phrase)} as place) ranked
    where found.id in (${candidateIds(kind, phrase)})
    order by place, length(${kind.folded}), ${kind.folded}, found.id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, kind: kind.kind }))
}

/** Twice the rank, one more where it is not the title that matches so well. */
function placeOf({ folded, others }: SearchKind, phrase: string): RawBuilder<number> {
  const any = (condition: (name: RawBuilder<string>) => RawBuilder<boolean>) =>
    sql<boolean>`(${sql.join([sql`false`, ...others.map(condition)], sql` or `)})`
  const equals = (name: RawBuilder<string>) => sql<boolean>`${name} = ${phrase}`
  const begins = (name: RawBuilder<string>) => sql<boolean>`starts_with(${name}, ${phrase})`
  const wordsBegin = (text: RawBuilder<string>) =>
    sql<boolean>`(${sql.join(
      phrase.split(' ').map((word) => sql`${text} ~ ${`(^|[^[:alnum:]])${regexText(word)}`}`),
      sql` and `,
    )})`
  const wordsStand = sql<boolean>`(${sql.join(
    phrase.split(' ').map((word) => sql`strpos(${folded}, ${word}) > 0`),
    sql` and `,
  )})`
  return sql<number>`case
    when ${equals(folded)} then 0 when ${any(equals)} then 1
    when ${begins(folded)} then 2 when ${any(begins)} then 3
    when ${wordsBegin(folded)} then 4 when ${wordsBegin(sql`search_text`)} then 5
    when ${wordsStand} then 6 else 7 end`
}

/** The ids worth ranking, each way bounded by itself, so that a common word never crowds out the very name. */
function candidateIds({ table, prefixes, slugColumn }: SearchKind, phrase: string): RawBuilder<unknown> {
  const from = sql.table(table)
  const pattern = `${likeText(phrase)}%`
  const words = phrase.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word))
  const ways = prefixes.map((column) => {
    const name = sql.ref(column)
    return sql`(select id from ${from} where ${name} like ${pattern} order by ${name}, id limit ${candidates})`
  })
  if (slugColumn) {
    const slug = sql.ref(slugColumn)
    // In the order of the unique index what begins with it follows it.
    ways.push(sql`(select id from (
      select id, ${slug}::text as name from ${from} where ${slug} >= ${phrase} order by ${slug} limit 20
    ) near where starts_with(name, ${phrase}))`)
  }
  const matching = (conditions: RawBuilder<unknown>[]) =>
    sql`(select id from ${from} where ${sql.join(conditions, sql` and `)} limit ${candidates})`
  // One letter begins words everywhere: only names that begin with it are looked at.
  if (words.some((word) => word.length > 1))
    ways.push(
      matching(
        words.map((word) => {
          const start = likeText(word)
          const places = [`${start}%`, ...wordLeads.map((lead) => `%${lead}${start}%`)]
          return sql`(${sql.join(
            places.map((place) => sql`search_text like ${place}`),
            sql` or `,
          )})`
        }),
      ),
    )
  if (words.some((word) => word.length >= shortestInside))
    ways.push(matching(words.map((word) => sql`search_text like ${`%${likeText(word)}%`}`)))
  return sql.join(ways, sql` union `)
}
