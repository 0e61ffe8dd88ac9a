import { expect, test } from 'vitest'
import { canRequeue, emailStates, longestRow, waitAfter } from './rules.ts'

test('the retry delay doubles from 30 seconds up to six hours, and half of it is random', () => {
  expect([1, 2, 3, 4].map((tries) => waitAfter(tries, 1))).toEqual([30_000, 60_000, 120_000, 240_000])
  expect(waitAfter(1, 0)).toBe(15_000)
  expect(waitAfter(longestRow, 1)).toBe(6 * 3_600_000)
})

test('all tries together last about a day', () => {
  const hours = (chance: number) =>
    Array.from({ length: longestRow - 1 }, (_, n) => waitAfter(n + 1, chance)).reduce((a, b) => a + b) /
    3_600_000
  expect(hours(0)).toBeGreaterThan(12)
  expect(hours(1)).toBeLessThan(36)
})

test('a finished or retrying mail can be queued again unless its one-time link is gone', () => {
  const able = (secrets_gone: boolean, waits: boolean) =>
    emailStates.filter((state) => canRequeue({ state, secrets_gone, waits }))
  expect(able(false, false)).toEqual(['sent', 'failed', 'skipped'])
  expect(able(false, true)).toEqual(['queued', 'sent', 'failed', 'skipped'])
  expect(able(true, true)).toEqual([])
})
