import { expect, test } from 'vitest'
import { sourceFiles, sourceOf } from '../scripts/imports.ts'

/**
 * A number that has a name, as a bare digit beside its column: compared, set, a default, or in a query builder; in
 * code, and in embedded SQL.
 */
const column = String.raw`\b\w*(?:status|outcome|financing|money|funding_?type|funding_key|state_key)`
const ending = String.raw`(?:\??\.choice)?['"]?\)?\}?(?:::\w+)?`
const relation = String.raw`(?:===?|!==?|<>|=|\bin\b|:|\?\?|,(?: *'[^']*',)?|\]?\.includes\()`
const bare = new RegExp(`${column}${ending} *${relation} *[([]*['"]?[1-5]\\b`, 'gi')

/** Where the numbers get their names. */
const names = 'shared/statuses.ts'

test('numbers of statuses, outcomes, financing stages and funding types have names (shared/statuses.ts, tasks/rules.ts)', () => {
  const examples = [
    'a.status === 3',
    'a.status.choice !== 3',
    'review_status in (2, 4)',
    '{ status: 3 }',
    '{ outcome: 2 }',
    'funding_type = 4',
    'fundingType === 4',
    `.where('reminders.status', '=', 1)`,
    `is('state_key', 1)`,
    'row.previous_status ?? 1',
    'coalesce(previous_status, 1)',
    '[before?.status, after?.status].includes(3)',
    `after->>'status' = '3'`,
    'outcome}::int <> 3',
  ]
  for (const example of examples) expect(example.match(bare), example).toHaveLength(1)
  expect(`{ status: 404 }, status === 503, status: 'open', review_status, 1500`.match(bare)).toBeNull()
  const found = sourceFiles
    .filter((file) => file !== names)
    .flatMap((file) => (sourceOf(file).match(bare) ?? []).map((text) => `${file}: ${text}`))
  expect(found).toEqual([])
})
