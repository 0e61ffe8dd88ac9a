import type { Db } from '#server/db/db.ts'
import { splitAsSaid } from '../named-amounts.ts'
import { pairsFor } from '../pairs.ts'
import { suggest, type Suggestion } from '../suggest.ts'
import { candidatesFor, type StoredLine } from './candidates.ts'
import { splitCandidatesFor } from './split-candidates.ts'

/** Where each of some lines may belong, in their order, as one target or as a split: a few statements, however many. */
export async function suggestionsFor(db: Db, lines: readonly StoredLine[]): Promise<Suggestion[][]> {
  const candidates = await candidatesFor(db, lines)
  const halves = await splitCandidatesFor(db, lines)
  return lines.map((line, at) =>
    suggest(line, candidates[at]!, [...pairsFor(line, halves[at]!), ...splitAsSaid(line, candidates[at]!)]),
  )
}
