import { significantWords, wordsIn } from './similar.ts'
import {
  type Candidate,
  type GuessedLine,
  type ReasonScores,
  pointsOf,
  describeScore,
  type SplitPart,
  type WeighedSuggestion,
  weigh,
} from './suggest.ts'

const most = 5
const amount =
  /(?<![\p{L}\p{N}.,-])(\d{1,3}(?:\.\d{3})+|\d{1,7})(?:,(\d{2})|\.(\d{2}))?(?![\p{L}\p{N}-]|[.,]\d)/gu

/**
 * Suggests a split when the text assigns amounts to projects ("Kletterwand 300 Schulgarten 180") and the amounts add up
 * to exactly the line. Each amount follows its name, or precedes it.
 */
export function splitByNamedAmounts(
  line: GuessedLine,
  candidates: readonly Candidate[],
): WeighedSuggestion[] {
  const text = `${line.text} ${line.reference}`
  const said = [...text.matchAll(amount)].map((found) => ({
    from: found.index,
    to: found.index + found[0].length,
    cents: centsOf(found),
  }))
  const projects = candidates.filter((candidate) => candidate.target_type === 'project')
  for (const chosen of adjacentThatSumTo(said, line.amount_cents)) {
    const behind = chosen.map(({ from }, at) =>
      text.slice(said[said.indexOf(chosen[at]!) - 1]?.to ?? 0, from),
    )
    const before = chosen.map(({ to }, at) => text.slice(to, said[said.indexOf(chosen[at]!) + 1]?.from))
    for (const names of [behind, before]) {
      const found = names.map((name) => projectIn(name, projects))
      if (found.includes(undefined) || new Set(found).size !== found.length) continue
      return [
        asSplit(
          line,
          found as Candidate[],
          chosen.map(({ cents }) => cents),
        ),
      ]
    }
  }
  return []
}

type NamedAmount = { from: number; to: number; cents: number }

const centsOf = ([, euros, comma, point]: RegExpExecArray | RegExpMatchArray) =>
  Number(euros!.replaceAll('.', '')) * 100 + Number(comma ?? point ?? 0)

/** Two to five consecutive amounts with the given sum. */
function adjacentThatSumTo(said: readonly NamedAmount[], cents: number): NamedAmount[][] {
  const found: NamedAmount[][] = []
  for (const from of said.keys()) {
    let sum = 0
    for (let to = from; to < Math.min(said.length, from + most); to++) {
      sum += said[to]!.cents
      if (sum === cents && to > from && said.slice(from, to + 1).every((one) => one.cents > 0))
        found.push(said.slice(from, to + 1))
    }
  }
  return found
}

/** The only project whose title matches a piece of text; undefined for none, or for equally good ones. */
function projectIn(text: string, projects: readonly Candidate[]): Candidate | undefined {
  const weighed = projects
    .map((project) => ({ project, ...wordsIn(significantWords(project.words), text) }))
    .filter(({ letters }) => letters >= 4)
    .toSorted((a, b) => b.letters - a.letters || b.share - a.share)
  const [first, second] = weighed
  const isAlone = !second || second.letters < first!.letters || second.share < first!.share
  return isAlone ? first?.project : undefined
}

function asSplit(
  line: GuessedLine,
  projects: readonly Candidate[],
  cents: readonly number[],
): WeighedSuggestion {
  const weights = projects.map((project) => weigh(line, [], project).met)
  const met: ReasonScores = {
    title: Math.min(...weights.map(({ title }) => title ?? 0)),
    amount: 1,
    iban: Math.min(...weights.map(({ iban }) => iban ?? 0)),
  }
  // Names next to amounts that add up to the line count as full title matches.
  const exact = pointsOf({ ...met, title: 1 })
  const split = projects.map(({ target_type, slug, title }, at): SplitPart => ({
    target_type,
    target_slug: slug,
    title,
    amount_cents: cents[at]!,
  }))
  return {
    exact,
    suggestion: {
      target_type: 'split',
      slug: '',
      title: '',
      detail: projects.map(({ title }) => title).join(' + '),
      amount_cents: Math.abs(line.amount_cents),
      ...describeScore(exact, met),
      split,
    },
  }
}
