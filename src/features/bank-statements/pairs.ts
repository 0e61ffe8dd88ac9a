import {
  type Candidate,
  type GuessedLine,
  type ReasonScores,
  numbersIn,
  pointsOf,
  preselectFrom,
  reasons,
  describeScore,
  type WeighedSuggestion,
  weigh,
} from './suggest.ts'

/** A target that may cover part of a line; targets of one donor or organization share a group. */
export type Half = Candidate & { expected_cents: number; group: string }

/**
 * The best two targets that together expect exactly the line's amount: both belong to the line's donor or organization,
 * or the text names both numbers. Between equally good pairs the older one is suggested, with less certainty.
 */
export function pairsFor(line: GuessedLine, halves: readonly Half[]): WeighedSuggestion[] {
  const cents = Math.abs(line.amount_cents)
  const known = numbersIn(line)
  const weighed = halves.map((half) => ({ half, ...weigh(line, known, half) }))
  let [best, isOnly] = [undefined as WeighedSuggestion | undefined, true]
  for (const [at, first] of weighed.entries()) {
    for (const second of weighed.slice(at + 1)) {
      if (first.half.expected_cents + second.half.expected_cents !== cents) continue
      const areNamed = first.met.reference === 1 && second.met.reference === 1
      if (first.half.group !== second.half.group && !areNamed) continue
      const met: ReasonScores = { ...bothOf(first.met, second.met), amount: 1 }
      const exact = pointsOf(met)
      if (best && exact < best.exact) continue
      isOnly = !best || exact > best.exact
      if (isOnly) best = { exact, suggestion: asSplit(cents, [first.half, second.half], exact, met) }
    }
  }
  if (!best) return []
  if (!isOnly) best.suggestion.score = Math.min(best.suggestion.score, preselectFrom - 1)
  return [best]
}

function bothOf(first: ReasonScores, second: ReasonScores): ReasonScores {
  const both: ReasonScores = {}
  for (const reason of reasons) {
    const [a, b] = [first[reason], second[reason]]
    if (a !== undefined && b !== undefined) both[reason] = Math.min(a, b)
  }
  return both
}

function asSplit(
  cents: number,
  halves: [Half, Half],
  exact: number,
  met: ReasonScores,
): WeighedSuggestion['suggestion'] {
  return {
    target_type: 'split',
    slug: '',
    title: '',
    detail: halves.map(({ title }) => title).join(' + '),
    amount_cents: cents,
    ...describeScore(exact, met),
    split: halves.map(({ target_type, slug, title, expected_cents }) => ({
      target_type,
      target_slug: slug,
      title,
      amount_cents: expected_cents,
    })),
  }
}
