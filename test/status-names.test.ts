import { expect, test } from 'vitest'
import { sourceFiles, sourceOf } from '../scripts/imports.ts'

/** A status, outcome or financing stage compared with a bare digit: in code, and in embedded SQL. */
const bare = /\b\w*(?:status|outcome|financing)(?:\??\.choice)?\)? *(?:===?|!==?|<>|=|in) *\(?[1-4]\b(?!\d)/gi

test('statuses, outcomes and financing stages are compared by name (shared/statuses.ts, tasks/rules.ts)', () => {
  expect('a.status === 3 and review_status in (2, 4)'.match(bare)).toHaveLength(2)
  const found = sourceFiles
    // The demo draws them at random.
    .filter((file) => !file.startsWith('features/demo/'))
    .flatMap((file) => (sourceOf(file).match(bare) ?? []).map((text) => `${file}: ${text}`))
  expect(found).toEqual([])
})
