import type { SpellingGroup } from './identity.ts'

/** Two names declared to mean one organization: folded, and as displayed. */
export type NamePair = { one: string; other: string; one_title: string; other_title: string }

/** Names of one organization; `root` represents all of them. */
export type NameClass = { root: string; keys: string[]; titles: string[] }

/** Equivalence classes of names, transitively, by folded name. The smallest name of a class is its root. */
export function classesOf(pairs: readonly NamePair[]): Map<string, NameClass> {
  const next = new Map<string, string[]>()
  const titles = new Map<string, string[]>()
  for (const { one, other, one_title, other_title } of pairs)
    for (const [key, neighbour, title] of [
      [one, other, one_title],
      [other, one, other_title],
    ] as const) {
      next.set(key, [...(next.get(key) ?? []), neighbour])
      titles.set(key, [...(titles.get(key) ?? []), title])
    }
  const classes = new Map<string, NameClass>()
  for (const first of next.keys()) {
    if (classes.has(first)) continue
    const found = new Set([first])
    for (const key of found) for (const neighbour of next.get(key)!) found.add(neighbour)
    const keys = [...found].toSorted((a, b) => (a < b ? -1 : 1))
    const one = { root: keys[0]!, keys, titles: keys.flatMap((key) => titles.get(key)!) }
    for (const key of keys) classes.set(key, one)
  }
  return classes
}

type Named = { key: string; recipient_hash: string }

/** An existing organization with its folded names. */
export type KnownByName = { id: number; keys: readonly string[] }

/**
 * Merges the organizations meant by names of one class: spellings of another name join the oldest existing
 * organization, else the first by hash. Its namesakes stay separate, as without a class; existing organizations are
 * never merged.
 */
export function joinSameNames<S extends Named>(
  groups: readonly SpellingGroup<S>[],
  known: readonly KnownByName[],
): SpellingGroup<S>[] {
  const [oldest] = known.toSorted((a, b) => a.id - b.id)
  const inOrder = groups.toSorted((a, b) => (hashOf(a) < hashOf(b) ? -1 : 1))
  const anchor: SpellingGroup<S> | undefined = oldest
    ? (inOrder.find(({ id }) => id === oldest.id) ?? { id: oldest.id, spellings: [] })
    : inOrder[0]
  if (!anchor) return []
  const own = new Set([...(oldest?.keys ?? []), ...anchor.spellings.map(({ key }) => key)])
  const joins = (group: SpellingGroup<S>) =>
    group !== anchor && group.id === undefined && group.spellings.some(({ key }) => !own.has(key))
  const joined = inOrder.filter(joins).flatMap(({ spellings }) => spellings)
  const others = inOrder.filter((group) => group !== anchor && !joins(group))
  const one = { ...anchor, spellings: [...anchor.spellings, ...joined] }
  return one.spellings.length > 0 ? [one, ...others] : others
}

const hashOf = ({ spellings }: SpellingGroup<Named>) =>
  spellings.reduce((least, { recipient_hash }) => (recipient_hash < least ? recipient_hash : least), '~')
