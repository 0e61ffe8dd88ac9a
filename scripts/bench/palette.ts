import { findBest } from '#server/search/find.ts'
import type { Db } from '#server/db/db.ts'
import { kindsFor } from '#features/search/server/routes.ts'
import { timed } from './timed.ts'

/** Typed texts by kind; generate.ts defines the matching data. */
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

/** Time of the palette over all kinds, warm, one caller: the median and the maximum of several rounds, in ms. */
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
