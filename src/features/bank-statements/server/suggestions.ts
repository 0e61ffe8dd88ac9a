import type { Db } from '#server/db/db.ts'
import { splitByNamedAmounts } from '../named-amounts.ts'
import { pairsFor } from '../pairs.ts'
import { suggest, type Suggestion } from '../suggest.ts'
import { candidatesFor, type StoredLine } from './candidates.ts'
import { splitCandidatesFor } from './split-candidates.ts'

/** Suggestions for each line, in order, as single targets or splits, in a few statements for any number of lines. */
export async function suggestionsFor(db: Db, lines: readonly StoredLine[]): Promise<Suggestion[][]> {
  const candidates = await candidatesFor(db, lines)
  const halves = await splitCandidatesFor(db, lines)
  return lines.map((line, at) =>
    suggest(line, candidates[at]!, [
      ...pairsFor(line, halves[at]!),
      ...splitByNamedAmounts(line, candidates[at]!),
    ]),
  )
}
