import { isSimilarName, tellingWords, wordsIn } from './similar.ts'

/** Where the money of a line may belong. */
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

/** Why a target is suggested; met or not, staff see both. */
export const reasons = ['reference', 'title', 'amount', 'iban', 'name', 'booking'] as const
export type Reason = (typeof reasons)[number]

/** What the rules know of a line. */
export type GuessedLine = {
  amount_cents: number
  name: string
  iban: string
  text: string
  reference: string
  booking: string
}

/** A target that may be meant, and what speaks for it. */
export type Candidate = {
  target_type: TargetType
  slug: string
  title: string
  /** A second line for staff: the project of a donation, the recipient of a payout. */
  detail: string
  /** Its number, when it has one that people write. */
  number: string
  /** Cents that are expected; null where any amount may come. */
  expected_cents: number | null
  /** Words to be found in the text. */
  words: string
  /** Names of whom it has to do with. */
  names: readonly string[]
  iban_seen: boolean
  /** What the bank calls the booking says it: fees, own transfers. */
  booking_says?: boolean
}

/** A part of a line that is split. */
export type SplitPart = { target_type: TargetType; target_slug: string; title: string; amount_cents: number }

export type Suggestion = {
  /** `split` for several targets at once, which `split` then names. */
  target_type: TargetType | 'split'
  slug: string
  title: string
  detail: string
  amount_cents: number
  score: number
  why: { reason: Reason; met: boolean }[]
  split: SplitPart[]
}

/** A suggestion with its points beyond a hundred, by which the best is found. */
export type Weighed = { exact: number; suggestion: Suggestion }

const points = { reference: 65, amount: 30, title: 45, iban: 28, name: 20, booking: 70 } as const

/** From this score on the best one is chosen already (product.md §10). */
export const preselectFrom = 90
const worthShowing = 20
const shown = 5

/** At most five targets, or two of them at once, best first, each with its reasons. */
export function suggest(
  line: GuessedLine,
  candidates: readonly Candidate[],
  pairs: readonly Weighed[] = [],
): Suggestion[] {
  const known = numbersIn(line)
  const weighed = candidates.map((candidate): Weighed => {
    const { exact, met } = weigh(line, known, candidate)
    const { target_type, slug, title, detail } = candidate
    const shown = { target_type, slug, title, detail, amount_cents: Math.abs(line.amount_cents) }
    return { exact, suggestion: { ...shown, ...said(exact, met), split: [] } }
  })
  // Whoever meets the same reasons is told apart by how much of the title is there; one target comes before two.
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

/** How far each reason that a candidate knows of is met, from 0 to 1. */
export type Met = Partial<Record<Reason, number>>

/** What speaks for a candidate, and its points. */
export function weigh(line: GuessedLine, known: readonly string[], candidate: Candidate) {
  const cents = Math.abs(line.amount_cents)
  const words = tellingWords(candidate.words)
  const title =
    words.length === 0 ? { share: 0, letters: 0 } : wordsIn(words, `${line.text} ${line.reference}`)
  const titleWeight = title.letters >= 4 ? 0.6 * Math.min(1, title.letters / 9) + 0.4 * title.share : 0
  const met: Met = {
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

/** The points of reasons that are met. */
export const pointsOf = (met: Met) =>
  reasons.reduce((sum, reason) => sum + points[reason] * (met[reason] ?? 0), 0)

/** The score that staff see, and the reasons in their order. */
export const said = (exact: number, met: Met) => ({
  score: Math.min(100, Math.round(exact)),
  why: reasons
    .filter((reason) => met[reason] !== undefined)
    .map((reason) => ({ reason, met: met[reason]! >= 0.3 })),
})

/**
 * The one target that a line is matched with by itself: the text names its number and no other, and the amount is to the
 * cent the one expected. Anything less is left to people.
 */
export function certain(line: GuessedLine, candidates: readonly Candidate[]): Candidate | undefined {
  const known = numbersIn(line)
  if (known.length !== 1) return undefined
  const named = candidates.filter((candidate) => candidate.number === known[0])
  if (named.length !== 1 || named[0]!.expected_cents !== Math.abs(line.amount_cents)) return undefined
  return named[0]
}

const number = /(?<![A-Z0-9])(PS|AZ)[\s\-–_/.]*(20\d\d)[\s\-–_/.]*(\d{4,7})(?!\d)/gi

/** The numbers of donations and payouts that a line names, as we write them. */
export function numbersIn({ text, reference }: Pick<GuessedLine, 'text' | 'reference'>): string[] {
  const found = [...`${text} ${reference}`.matchAll(number)]
  return [...new Set(found.map(([, kind, year, digits]) => `${kind!.toUpperCase()}-${year}-${digits}`))]
}

const fees = /\b(entgelt\w*|kontof(ü|ue|u)hrung|geb(ü|ue|u)hr|geb(ü|ue|u)hren|abschluss|zinsen|porto)/i

/** True when the bank books its own fees. */
export const saysFees = (line: GuessedLine) => fees.test(`${line.text} ${line.booking} ${line.name}`)
