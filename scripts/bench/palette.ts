import { findBest } from '#server/search/find.ts'
import type { Db } from '#server/db/db.ts'
import { kindsFor } from '#features/search/server/routes.ts'
import { timed } from './timed.ts'

/** What is typed: by its kind, what the bench's data has of it is said in generate.ts. */
const typed = {
  'rare word': 'Sternwarte',
  'common word': 'Kinder',
  'common words': 'Kinder Schule',
  'common words that never stand together': 'Kinder Familien',
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
    // oxlint-disable-next-line no-await-in-loop -- one caller
    const { took, answer } = await timed(rounds, () =>
      findBest(db, kindsFor({ is_superuser: true, permissions: [], user_type: 'staff' }), {
        words,
        limit: 20,
      }),
    )
    lines.push(`palette, ${name} (“${words}”): ${took}, ${answer.results.length} found`)
  }
  return lines
}
