import { isSimilarName, significantWords, wordsIn } from './similar.ts'

/** Target types for the money of a line. */
export const targetTypes = [
  'project',
  'private_donation',
  'payout',
  'recovery_claim',
  'fees',
  'bank_account',
  'provider',
  'bank_line',
] as const
export type TargetType = (typeof targetTypes)[number]

/** Reasons for a suggestion; staff see whether each is met. */
export const reasons = ['reference', 'title', 'amount', 'iban', 'name', 'booking'] as const
export type Reason = (typeof reasons)[number]

export type GuessedLine = {
  amount_cents: number
  name: string
  iban: string
  text: string
  reference: string
  booking: string
}

/** A possible target with its evidence. */
export type Candidate = {
  target_type: TargetType
  slug: string
  title: string
  /** Second line of text: a donation's project, a payout's recipient. */
  detail: string
  /** Its number, if people write it in texts. */
  number: string
  /** Expected cents; null when any amount may come. */
  expected_cents: number | null
  /** Words to find in the text. */
  words: string
  /** Names of related people and organizations. */
  names: readonly string[]
  iban_seen: boolean
  /** The bank's booking type implies it: fees, own transfers. */
  booking_says?: boolean
}

export type SplitPart = { target_type: TargetType; target_slug: string; title: string; amount_cents: number }

export type Suggestion = {
  /** `split` for several targets, which the field `split` lists. */
  target_type: TargetType | 'split'
  slug: string
  title: string
  detail: string
  amount_cents: number
  score: number
  why: { reason: Reason; met: boolean }[]
  split: SplitPart[]
}

/** A suggestion with its exact, uncapped points, used for ranking. */
export type WeighedSuggestion = { exact: number; suggestion: Suggestion }

const points = { reference: 65, amount: 30, title: 45, iban: 28, name: 20, booking: 70 } as const

/** The best suggestion is preselected from this score on (product.md §10). */
export const preselectFrom = 90
const worthShowing = 20
const shown = 5

/** At most five targets or pairs of targets, best first, each with its reasons. */
export function suggest(
  line: GuessedLine,
  candidates: readonly Candidate[],
  pairs: readonly WeighedSuggestion[] = [],
): Suggestion[] {
  const known = numbersIn(line)
  const weighed = candidates.map((candidate): WeighedSuggestion => {
    const { exact, met } = weigh(line, known, candidate)
    const { target_type, slug, title, detail } = candidate
    const shown = { target_type, slug, title, detail, amount_cents: Math.abs(line.amount_cents) }
    return { exact, suggestion: { ...shown, ...describeScore(exact, met), split: [] } }
  })
  // Equal reasons are ranked by the share of the title found; a single target comes before two.
  return [...weighed, ...pairs]
    .filter(({ suggestion }) => suggestion.score >= worthShowing)
    .toSorted(
      (a, b) =>
        b.exact - a.exact ||
        a.suggestion.split.length - b.suggestion.split.length ||
        a.suggestion.slug.localeCompare(b.suggestion.slug),
    )
    .slice(0, shown)
    .map(({ suggestion }) => suggestion)
}

/** How far each applicable reason is met, from 0 to 1. */
export type ReasonScores = Partial<Record<Reason, number>>

export function weigh(line: GuessedLine, known: readonly string[], candidate: Candidate) {
  const cents = Math.abs(line.amount_cents)
  const words = significantWords(candidate.words)
  const title =
    words.length === 0 ? { share: 0, letters: 0 } : wordsIn(words, `${line.text} ${line.reference}`)
  const titleWeight = title.letters >= 4 ? 0.6 * Math.min(1, title.letters / 9) + 0.4 * title.share : 0
  const met: ReasonScores = {
    ...(candidate.number && { reference: known.includes(candidate.number) ? 1 : 0 }),
    ...(words.length > 0 && { title: titleWeight }),
    ...(candidate.expected_cents !== null && { amount: candidate.expected_cents === cents ? 1 : 0 }),
    ...(candidate.booking_says === undefined && { iban: candidate.iban_seen ? 1 : 0 }),
    ...(candidate.names.length > 0 && {
      name: candidate.names.some((name) => isSimilarName(line.name, name)) ? 1 : 0,
    }),
    ...(candidate.booking_says !== undefined && { booking: candidate.booking_says ? 1 : 0 }),
  }
  return { exact: pointsOf(met), met }
}

export const pointsOf = (met: ReasonScores) =>
  reasons.reduce((sum, reason) => sum + points[reason] * (met[reason] ?? 0), 0)

/** The score that staff see, and the reasons in order. */
export const describeScore = (exact: number, met: ReasonScores) => ({
  score: Math.min(100, Math.round(exact)),
  why: reasons
    .filter((reason) => met[reason] !== undefined)
    .map((reason) => ({ reason, met: met[reason]! >= 0.3 })),
})

/**
 * The target that a line is matched with automatically: the text names its number and no other, and the amount equals
 * the expected one to the cent. Anything less is left to people.
 */
export function certain(line: GuessedLine, candidates: readonly Candidate[]): Candidate | undefined {
  const known = numbersIn(line)
  if (known.length !== 1) return undefined
  const named = candidates.filter((candidate) => candidate.number === known[0])
  if (named.length !== 1 || named[0]!.expected_cents !== Math.abs(line.amount_cents)) return undefined
  return named[0]
}

const number = /(?<![A-Z0-9])(PS|AZ)[\s\-–_/.]*(20\d\d)[\s\-–_/.]*(\d{4,7})(?!\d)/gi

/** Donation and payout numbers in a line, in our notation. */
export function numbersIn({ text, reference }: Pick<GuessedLine, 'text' | 'reference'>): string[] {
  const found = [...`${text} ${reference}`.matchAll(number)]
  return [...new Set(found.map(([, kind, year, digits]) => `${kind!.toUpperCase()}-${year}-${digits}`))]
}

const fees = /\b(entgelt\w*|kontof(ü|ue|u)hrung|geb(ü|ue|u)hr|geb(ü|ue|u)hren|abschluss|zinsen|porto)/i

/** True when the bank books its own fees. */
export const isOwnFee = (line: GuessedLine) => fees.test(`${line.text} ${line.booking} ${line.name}`)
