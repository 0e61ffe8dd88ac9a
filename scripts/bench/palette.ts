import { findBest } from '#server/search.ts'
import type { Db } from '#server/db/db.ts'
import { kinds } from '#features/search/server/routes.ts'

/** What is typed: by its kind, what the bench's data has of it is said in generate.ts. */
const typed = {
  'rare word': 'Sternwarte',
  'common word': 'Kinder',
  'common words': 'Kinder Schule',
  'beginning of a word': 'kle',
  'two letters': 'AG',
  'one letter': 'k',
  'umlauts as two letters': 'Staerkung',
  'a slip': 'Sternwrate',
  nothing: 'xylophonquatsch',
  'an address': 'vorstand@verein.example',
  'a number': '#4711',
} as const

/** How long the palette takes over all kinds, warm, one caller: the median and the longest of some rounds, in ms. */
export async function measurePalette(db: Db, rounds = 9): Promise<string[]> {
  const lines: string[] = []
  for (const [name, words] of Object.entries(typed)) {
    const times: number[] = []
    let found = 0
    for (let round = 0; round <= rounds; round++) {
      const start = performance.now()
      // oxlint-disable-next-line no-await-in-loop -- one caller
      found = (await findBest(db, kinds, { words, limit: 20 })).results.length
      if (round > 0) times.push(performance.now() - start)
    }
    times.sort((a, b) => a - b)
    lines.push(
      `palette, ${name} (“${words}”): ${times[Math.floor(times.length / 2)]!.toFixed(1)} ms, at most ${times.at(-1)!.toFixed(1)}, ${found} found`,
    )
  }
  return lines
}
