import { foldName } from '#shared/normalize.ts'
import { postalCodeKey } from '#shared/postal-code.ts'
import type { ImportRow } from './rules.ts'

/**
 * Identity of a gift, so that importing its row again finds the same gift: all identifying fields, but not the line.
 * Equal rows of one file are told apart by counting.
 */
export function giftIdentity({ organization, project, gift, external_id }: ImportRow): string {
  const { register_number = '', postcode = '' } = organization
  const { amount_cents = 0, year = 0, date = '', funder = '', currency = '' } = gift ?? {}
  const who = [organization.key, foldNumber(register_number), foldNumber(postcode), project?.key ?? '']
  return JSON.stringify([...who, amount_cents, year, date, foldName(funder), currency, external_id ?? ''])
}

/** How a row names an organization: its folded name, and what else it says to tell it from namesakes. */
export type Spelling = { key: string; register_number?: string | null; postcode?: string | null }

/** An existing organization with every number and postcode matched to it so far. */
export type KnownOrganization = { id: number; spellings: readonly Omit<Spelling, 'key'>[] }

/** Spellings of one organization, existing or new. */
export type SpellingGroup<S> = { id: number | undefined; spellings: S[] }

/**
 * Decides which organizations the spellings of one name mean. Looks at all of them together, so that order does not
 * matter, and in steps, most certain first:
 *
 * 1. An equal register number is the same organization, then an equal postcode (registers have typos, people move).
 * This is transitive: A matches B by postcode and B matches C by number, so A, B and C are one.
 * 2. Numbers that differ in one character are the same, if each is the other's only possibility.
 * 3. So are two that cannot be told apart for lack of data (one has only a number, the other only a postcode).
 * 4. A name without number and postcode means the only organization of that name; with several, it is a new one.
 *
 * Existing organizations are never merged. A spelling stays matched to its organization: callers store each spelling
 * (`organization_spellings`).
 */
export function groupSpellings<S extends Spelling>(
  known: readonly KnownOrganization[],
  spellings: readonly S[],
): SpellingGroup<S>[] {
  const groups = [
    ...known.map(({ id, spellings: taken }): Group<S> => ({ id, spellings: [], ...numbersOf(taken) })),
    ...spellings.map((one): Group<S> => ({ id: undefined, spellings: [one], ...numbersOf([one]) })),
  ]
  const certain = joinEqual(joinKnown(groups))
  const likely = joinOnlyPairs(joinOnlyPairs(certain, isNear), isOpen)
  return joinBare(likely).filter((group) => group.spellings.length > 0)
}

type Group<S> = SpellingGroup<S> & { numbers: Set<string>; postcodes: Set<string> }

function numbersOf(spellings: readonly Omit<Spelling, 'key'>[]) {
  const all = (values: (string | null | undefined)[], fold: (value: string) => string) =>
    new Set(values.flatMap((value) => (value ? [fold(value)] : [])).filter(Boolean))
  return {
    numbers: all(
      spellings.map((one) => one.register_number),
      foldNumber,
    ),
    postcodes: all(
      spellings.map((one) => one.postcode),
      (postcode) => postalCodeKey(postcode),
    ),
  }
}

const isBare = ({ numbers, postcodes }: Group<unknown>) => numbers.size === 0 && postcodes.size === 0

function join<S>(...groups: Group<S>[]): Group<S> {
  return {
    id: groups.find(({ id }) => id !== undefined)?.id,
    spellings: groups.flatMap((group) => group.spellings),
    numbers: new Set(groups.flatMap((group) => [...group.numbers])),
    postcodes: new Set(groups.flatMap((group) => [...group.postcodes])),
  }
}

/**
 * Assigns new spellings to known organizations by equal numbers, and by equal postcodes only if no number matches.
 * Assigned spellings contribute their own numbers and postcodes, so it repeats until nothing changes. Among several
 * matches, the oldest organization wins.
 */
function joinKnown<S>(groups: Group<S>[]): Group<S>[] {
  let known = groups.filter(({ id }) => id !== undefined).toSorted((a, b) => a.id! - b.id!)
  let open = groups.filter(({ id }) => id === undefined)
  for (;;) {
    const given = givenBy('numbers', known, open) ?? givenBy('postcodes', known, open)
    if (!given) return [...known, ...open]
    known = known.map((group) => join(group, ...(given.get(group) ?? [])))
    const gone = new Set([...given.values()].flat())
    open = open.filter((group) => !gone.has(group))
  }
}

function givenBy<S>(tie: 'numbers' | 'postcodes', known: Group<S>[], open: Group<S>[]) {
  const owner = new Map<string, Group<S>>()
  for (const group of known) for (const value of group[tie]) if (!owner.has(value)) owner.set(value, group)
  const ownerOf = (group: Group<S>) => [...group[tie]].map((value) => owner.get(value)).find(Boolean)
  const found = open.filter((group) => ownerOf(group))
  return found.length > 0 ? Map.groupBy(found, (group) => ownerOf(group)!) : undefined
}

/** Joins new spellings that share a number or a postcode, directly or transitively. */
function joinEqual<S>(groups: Group<S>[]): Group<S>[] {
  const isOpenToAll = (group: Group<S>) => group.id === undefined && !isBare(group)
  const bySign = new Map<string, Group<S>[]>()
  for (const group of groups.filter(isOpenToAll))
    for (const sign of signsOf(group)) bySign.set(sign, [...(bySign.get(sign) ?? []), group])
  const seen = new Set<Group<S>>()
  return groups.flatMap((first) => {
    if (!isOpenToAll(first)) return [first]
    if (seen.has(first)) return []
    const component = [first]
    seen.add(first)
    for (const group of component)
      for (const next of signsOf(group).flatMap((sign) => bySign.get(sign)!))
        if (!seen.has(next)) {
          seen.add(next)
          component.push(next)
        }
    return [join(...component)]
  })
}

const signsOf = ({ numbers, postcodes }: Group<unknown>) => [
  ...[...numbers].map((number) => `number ${number}`),
  ...[...postcodes].map((postcode) => `postcode ${postcode}`),
]

/** Joins groups that are each other's only possible partner. */
function joinOnlyPairs<S>(groups: Group<S>[], isPossible: (a: Group<S>, b: Group<S>) => boolean): Group<S>[] {
  const partners = groups.map((one) =>
    groups.flatMap((other, at) =>
      other !== one && (one.id === undefined || other.id === undefined) && isPossible(one, other) ? [at] : [],
    ),
  )
  return groups.flatMap((group, at) => {
    const [partner, ...more] = partners[at]!
    const isPair = partner !== undefined && more.length === 0 && partners[partner]!.length === 1
    if (!isPair) return [group]
    return at < partner ? [join(group, groups[partner]!)] : []
  })
}

function isNear(a: Group<unknown>, b: Group<unknown>): boolean {
  return [...a.numbers].some((one) => [...b.numbers].some((other) => differInOne(one, other)))
}

function differInOne(one: string, other: string): boolean {
  if (one.length < 5 || one.length !== other.length) return false
  let differences = 0
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) differences++
  return differences === 1
}

/** True without a contradiction: not both have a number, and not both a postcode. */
function isOpen(a: Group<unknown>, b: Group<unknown>): boolean {
  if (isBare(a) || isBare(b)) return false
  return !(a.numbers.size > 0 && b.numbers.size > 0) && !(a.postcodes.size > 0 && b.postcodes.size > 0)
}

function joinBare<S>(groups: Group<S>[]): Group<S>[] {
  const [bare, told] = [groups.filter(isBare), groups.filter((group) => !isBare(group))]
  const made = bare.filter(({ id }) => id === undefined)
  const known = bare.filter(({ id }) => id !== undefined)
  // Among indistinguishable known namesakes, the oldest wins.
  const one = made.length + known.length > 0 ? join(...known.slice(0, 1), ...made) : undefined
  if (!one) return told
  const [only, ...others] = told
  const canJoin =
    only && others.length === 0 && known.length <= 1 && (one.id === undefined || only.id === undefined)
  return canJoin ? [join(only, one)] : [...told, one, ...known.slice(1)]
}

/** A register number or postcode without case, blanks and punctuation. */
export function foldNumber(number: string): string {
  return number.toLowerCase().replace(/[\s./-]/g, '')
}
