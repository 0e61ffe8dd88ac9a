import { type RawBuilder, sql } from 'kysely'
import { foldForSearch, foldName } from '#shared/normalize.ts'
import type { Db } from '../db/db.ts'
import type { SearchKind } from './kind.ts'
import { correctedPhrases, umlautPhrases } from './corrections.ts'
import { holdingAll, type Spellings, spellingsHolding, type WholeWords } from './whole-words.ts'

/** 0 exact name, 1 name prefix, 2 every word is a word prefix, 3 every word occurs somewhere. */
export type Match<Kind extends string> = {
  kind: Kind
  slug: string
  title: string
  subtitle: string
  rank: 0 | 1 | 2 | 3
  facts: unknown
}

/** The best matches, the number per kind, and the corrected words when the typed ones found nothing. */
export type SearchResults<Kind extends string> = {
  results: Match<Kind>[]
  counts: { kind: Kind; count: number; more: boolean }[]
  corrected: string[]
}

/** Candidate rows per kind before ranking; the index finds them, the best rank first. */
const candidates = 200
/** Shorter words have no trigram: they match at the beginning of a word only. */
const shortestInside = 3

/** Characters before a word; the trigram index treats all of them as a word boundary. */
const wordLeads = ' (/-'

const likeText = (text: string) => text.replace(/[\\%_]/g, '\\$&')
const regexText = (text: string) => text.replace(/[^\p{L}\p{N}\s]/gu, '\\$&')

/** Number of newest rows searched separately, and number of matches among them that suffice. */
const newest = 4000
const enoughOfNewest = 40
/**
 * Limits: rows found by the word index that are read for conditions it cannot answer, and rows it does not hold
 * completely.
 */
const readAtMost = 2000
const mostUnread = 10_000

/**
 * The best matches for some words across several kinds. Each kind ranks a bounded set of rows found by its indexes:
 * exact names and name prefixes first, then word prefixes, then words that contain the text. No table is scanned.
 * Umlauts may be typed as two letters; without hits, typos are corrected with known words.
 */
export async function findBest<Kind extends string>(
  db: Db,
  kinds: readonly SearchKind<Kind>[],
  { words, limit }: { words: string; limit: number },
): Promise<SearchResults<Kind>> {
  const phrase = await foldWords(db, words)
  if (phrase === '' || kinds.length === 0) return { results: [], counts: [], corrected: [] }
  const written = await findAll(db, kinds, [phrase, ...umlautPhrases(words, phrase)], limit)
  if (written.results.length > 0) return { ...written, corrected: [] }
  const meant = await correctedPhrases(db, kinds, phrase)
  if (meant.length === 0) return { ...written, corrected: [] }
  const found = await findAll(db, kinds, meant, limit)
  return { ...found, corrected: found.results.length > 0 ? correctedWords(meant, phrase, found.results) : [] }
}

/** Records by kind and slug, in that order; missing records and other kinds are left out. */
export async function readRecords<Kind extends string>(
  db: Db,
  kinds: readonly SearchKind<Kind>[],
  asked: readonly (readonly [kind: string, slug: string])[],
) {
  const read = await Promise.all(
    kinds.map(async (kind) => {
      const slugs = asked.filter(([name]) => name === kind.kind).map(([, slug]) => slug)
      if (slugs.length === 0) return []
      const { rows } = await sql<Omit<Match<Kind>, 'rank' | 'kind'>>`
        select ${kind.slug} as slug, ${kind.title} as title, ${kind.subtitle} as subtitle,
          ${kind.facts ?? sql`null`} as facts
        from ${sql.table(kind.table)}
        where ${ownKey(kind, slugs)} and ${kind.condition ?? sql`true`}`.execute(db)
      return rows.map((row) => ({ ...row, kind: kind.kind }))
    }),
  )
  const found = read.flat()
  return asked.flatMap(([kind, slug]) => found.find((row) => row.kind === kind && row.slug === slug) ?? [])
}

/** The condition for rows of some slugs, through the index of the slug, or of the id where that is the slug. */
function ownKey({ key }: SearchKind, slugs: readonly string[]): RawBuilder<boolean> {
  if (key === 'id') return sql`id = any(${slugs.filter((slug) => /^\d{1,15}$/.test(slug))}::bigint[])`
  return sql`${sql.ref(key)} = any(${slugs}::text[])`
}

/** The corrected words of the phrase with the best match. */
function correctedWords(
  meant: readonly string[],
  phrase: string,
  results: readonly { title: string; subtitle: string }[],
) {
  const written = new Set(phrase.split(' '))
  const best = foldForSearch(`${results[0]!.title} ${results[0]!.subtitle}`)
  const of = meant.find((one) => one.split(' ').every((word) => best.includes(word))) ?? meant[0]!
  return of.split(' ').filter((word) => !written.has(word))
}

async function findAll<Kind extends string>(
  db: Db,
  kinds: readonly SearchKind<Kind>[],
  phrases: readonly string[],
  limit: number,
) {
  const asked = kinds.filter(({ asksFor }) => !asksFor || phrases.some(asksFor))
  const found = await Promise.all(
    asked.map(async (kind) =>
      findIn(db, kind, phrases, limit, await spellingsHolding(db, kind.wholeWords, phrases)),
    ),
  )
  const results = found
    .flatMap(({ rows }) => rows)
    .sort((a, b) => a.place - b.place || a.title.length - b.title.length || (a.title < b.title ? -1 : 1))
    .slice(0, limit)
    .map(({ place, ...row }) => ({ ...row, rank: Math.floor(place / 2) as Match<Kind>['rank'] }))
  return { results, counts: found.map(({ count }) => count).filter(({ count }) => count > 0) }
}

/** The words in the form of the search columns: folded, with single blanks. */
async function foldWords(db: Db, words: string): Promise<string> {
  const { rows } = await sql<{ folded: string }>`select fold(${foldName(words)}) as folded`.execute(db)
  return rows[0]!.folded.trim().replace(/\s+/g, ' ')
}

async function findIn<Kind extends string>(
  db: Db,
  kind: SearchKind<Kind>,
  phrases: readonly string[],
  limit: number,
  spellings: Spellings,
) {
  const places = phrases.map(
    (phrase, nth) => sql`(${placeOf(kind, phrase)}) + ${sql.lit(nth === 0 ? 0 : 0.5)}`,
  )
  const tie = kind.newestFirst ? sql`found.id desc` : sql`length(${kind.folded}), ${kind.folded}, found.id`
  const looked = phrases.map((phrase, nth) => candidatesOf(kind, phrase, `newest_${nth}`, spellings))
  const readFirst = looked.flatMap((one) => one.readFirst)
  const { rows } = await sql<
    Omit<Match<Kind>, 'rank' | 'kind'> & { place: number; matching: number; stopped: boolean }
  >`
    ${readFirst.length > 0 ? sql`with ${sql.join(readFirst.map(({ cte }) => cte))}` : sql``}
    select ${kind.slug} as slug, ${kind.title} as title, ${kind.subtitle} as subtitle,
      ${kind.facts ?? sql`null`} as facts, place::float8 as place, matching,
      ${sql.join([sql`false`, ...readFirst.map(({ stopped }) => stopped)], sql` or `)} as stopped
    from (
      select found.id as best_id, place, count(*) over () as matching, row_number() over (order by place, ${tie}) as nth
      from ${sql.table(kind.table)} found, lateral (select least(${sql.join(places)}) as place) ranked
      where found.id in (${sql.join(
        looked.map(({ ids }) => ids),
        sql` union `,
      )})
      order by place, ${tie} limit ${limit}
    ) best join ${sql.table(kind.table)} on ${sql.ref(`${kind.table}.id`)} = best_id order by nth`.execute(db)
  const { matching, stopped } = rows[0] ?? { matching: 0, stopped: false }
  return {
    rows: rows.map(({ matching: _matching, stopped: _stopped, ...row }) => ({ ...row, kind: kind.kind })),
    count: { kind: kind.kind, count: matching, more: stopped || matching >= candidates },
  }
}

/** Twice the rank, plus one when another name than the title matches. */
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
  const number = numberIn(phrase)
  return sql<number>`case
    when ${equals(folded)} then 0 when ${sql.lit(number?.isNamed === true)} and id = ${number?.id ?? 0} then 1
    when id = ${number?.id ?? 0} then 3 when ${any(equals)} then 1
    when ${begins(folded)} then 2 when ${any(begins)} then 3
    when ${wordsBegin(folded)} then 4 when ${wordsBegin(sql`search_text`)} then 5
    when ${wordsStand} then 6 else 7 end`
}

/** The number of a record: `#12` is certain, `12` is possible. */
function numberIn(phrase: string): { id: number; isNamed: boolean } | undefined {
  const [, sign, digits] = /^(#?)(\d{1,15})$/.exec(phrase) ?? []
  return digits === undefined ? undefined : { id: Number(digits), isNamed: sign === '#' }
}

/** Rows that are read first, by name, and whether the limit cut some off. */
type RowsByName = { cte: RawBuilder<unknown>; stopped: RawBuilder<boolean> }
type Candidates = { ids: RawBuilder<unknown>; readFirst: RowsByName[] }

/** The ids worth ranking; each source is bounded separately, so that a common word never displaces the exact name. */
function candidatesOf(kind: SearchKind, phrase: string, name: string, spellings: Spellings): Candidates {
  const { table, prefixes, slugColumn, newestFirst, condition = sql<boolean>`true` } = kind
  const from = sql.table(table)
  const pattern = `${likeText(phrase)}%`
  const words = phrase.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word))
  const ways = prefixes.map((column) => {
    const named = sql.ref(column)
    return sql`(select id from ${from} where ${named} like ${pattern} and ${condition} order by ${named}, id limit ${candidates})`
  })
  if (slugColumn) {
    const slug = sql.ref(slugColumn)
    // In the order of the unique index, names with this prefix follow it.
    ways.push(sql`(select id from (
      select id, ${slug}::text as name from ${from} where ${slug} >= ${phrase} and ${condition} order by ${slug} limit 20
    ) near where starts_with(name, ${phrase}))`)
  }
  const number = numberIn(phrase)
  if (number) ways.push(sql`(select id from ${from} where id = ${number.id} and ${condition})`)
  const holds = (word: string) => sql`search_text like ${`%${likeText(word)}%`}`
  const inside = words.map(holds)
  const matching = (conditions: RawBuilder<unknown>[]) =>
    sql`(select id from ${from} where ${sql.join([...conditions, condition], sql` and `)} limit ${candidates})`
  const hasInside = words.some((word) => word.length >= shortestInside)
  const amongNewest = sql`select id from (select * from ${from} order by id desc limit ${newest}) ${from}
    where ${sql.join([...inside, condition], sql` and `)} limit ${candidates}`
  const readFirst: RowsByName[] = []
  // Words that are common together are found among the newest rows; reading the index for each of them would take
  // longest.
  const stops = words.length > 1 && hasInside
  const suffice = sql<boolean>`(select count(*) >= ${enoughOfNewest} from ${sql.id(name)})`
  const unlessCommon = stops ? [sql`not ${suffice}`] : []
  if (stops)
    readFirst.push({
      cte: sql`${sql.id(name)} as materialized (${amongNewest})`,
      stopped: sql<boolean>`(${suffice} and exists (select from ${from} order by id offset ${newest}))`,
    })
  const begins = (word: string) => sql`search_text ~ ${`(^|[${wordLeads}])${regexText(word)}`}`
  if (kind.wholeWords && stops && words.some((word) => isHeld(spellings, word))) {
    const some = {
      from,
      words,
      spellings,
      name,
      begins,
      holds,
      unless: sql.join([...unlessCommon, condition], sql` and `),
    }
    const byWords = candidatesByWords(kind.wholeWords, some)
    ways.push(...byWords.ways)
    readFirst.push(...byWords.readFirst)
  } else {
    // A single letter begins words everywhere: only names with this prefix are candidates.
    if (words.some((word) => word.length > 1))
      // One pattern per word: the trigram index is read once for all, led by the rarest trigrams.
      ways.push(matching([...words.map(begins), ...unlessCommon]))
    if (hasInside) ways.push(matching([...inside, ...unlessCommon]))
    if (hasInside && !stops && newestFirst) ways.push(sql`(${amongNewest})`)
  }
  if (stops) ways.push(sql`(select id from ${sql.id(name)})`)
  if (ways.length === 0) ways.push(sql`(select id from ${from} where false)`)
  return { ids: sql.join(ways, sql` union `), readFirst }
}

const isHeld = (spellings: Spellings, word: string) => spellings.has(word) && word.length >= shortestInside

type ByWords = {
  from: RawBuilder<unknown>
  words: readonly string[]
  spellings: Spellings
  /** The prefix of the rows that are read first. */
  name: string
  begins: (word: string) => RawBuilder<unknown>
  holds: (word: string) => RawBuilder<unknown>
  unless: RawBuilder<unknown>
}

/** Matches of several words in an index of whole words: first word prefixes, then words that contain the text. */
function candidatesByWords({ indexed, unread }: WholeWords, some: ByWords) {
  const { from, words, spellings, name, begins, holds, unless } = some
  const ways: RawBuilder<unknown>[] = []
  const read = new Map<string, ReturnType<typeof readByIndex>>()
  const look = (query: string | undefined, rest: RawBuilder<unknown>[]) => {
    if (query === undefined) return
    const found = sql`from ${from} where ${indexed} @@ ${query}::tsquery and ${unless}`
    // Conditions that the index cannot answer are checked on a bounded number of rows, each of which is read.
    const key = `${rest.length > 0} ${query}`
    const named =
      read.get(key) ?? readByIndex(`${name}_${read.size}`, found, rest.length > 0 ? readAtMost : undefined)
    read.set(key, named)
    const { rows } = named
    ways.push(
      sql`(select id from ${rows} where ${sql.join([sql`true`, ...rest], sql` and `)} limit ${candidates})`,
    )
  }
  const [known, unknown] = parted(words, (word) => spellings.has(word))
  const begun = holdingAll(
    known.map((word) => spellings.get(word)!.filter((found) => found.startsWith(word))),
  )
  look(begun, unknown.map(begins))
  const [held, others] = parted(words, (word) => isHeld(spellings, word))
  const holding = holdingAll(held.map((word) => spellings.get(word)!))
  if (holding !== begun || others.length > 0) look(holding, others.map(holds))
  // Few rows, with an index of their own.
  const beside = sql`select * from ${from} where ${unread} order by id limit ${mostUnread}`
  ways.push(
    sql`(select id from (${beside}) ${from} where ${sql.join(words.map(holds), sql` and `)} and ${unless} limit ${candidates})`,
  )
  return { ways, readFirst: [...read.values()] }
}

/**
 * The rows found by the word index, under a name and read once, up to an optional limit. With a limit of its own, the
 * planner, which assumes independent words, would scan the table until it has enough, and would find none for two words
 * that never occur together. So the inner statement is planned for all rows and read only as far as requested.
 */
function readByIndex(
  name: string,
  found: RawBuilder<unknown>,
  atMost: number | undefined,
): RowsByName & { rows: RawBuilder<unknown> } {
  const all = sql.id(atMost === undefined ? name : `${name}_all`)
  const cte = sql`${all} as materialized (select id, search_text ${found})`
  if (atMost === undefined) return { rows: all, cte, stopped: sql<boolean>`false` }
  const rows = sql.id(name)
  return {
    rows,
    cte: sql`${cte}, ${rows} as materialized (select * from ${all} limit ${atMost + 1})`,
    stopped: sql<boolean>`(select count(*) > ${atMost} from ${rows})`,
  }
}

/** Splits a list into items that satisfy a condition and the rest. */
function parted<T>(all: readonly T[], isSo: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isSo), all.filter((one) => !isSo(one))]
}
