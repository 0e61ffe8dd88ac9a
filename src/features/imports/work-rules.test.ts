import { expect, test } from 'vitest'
import { secondsOfWaiting, secondsLeft } from './work-rules.ts'

const pair = (n: number) => ({ new: n, known: 1_000_000 })

test.each([
  [0, 0],
  [1, 1],
  [3_605, 3],
  [50_000, 30],
])('%i new organizations, projects and gifts each make lists wait about %i s', (n, seconds) => {
  const counts = { organizations: pair(n), projects: pair(n), gifts: pair(n) }
  expect(secondsOfWaiting({ rows: n, refused: 0, refused_by: [], years: [], ...counts })).toBe(seconds)
})

test('what is left is told by what was done so far, and not before there is a rate', () => {
  const first = { at: 10_000, done: 1_000 }
  expect(secondsLeft(first, { at: 11_000, done: 2_000 }, 10_000)).toBeUndefined()
  expect(secondsLeft(first, { at: 20_000, done: 1_000 }, 10_000)).toBeUndefined()
  expect(secondsLeft(first, { at: 20_000, done: 3_000 }, 10_000)).toBe(35)
  // It became slower since: the estimate follows.
  expect(secondsLeft(first, { at: 60_000, done: 3_500 }, 10_000)).toBe(130)
  expect(secondsLeft(first, { at: 60_000, done: 10_000 }, 10_000)).toBe(0)
})
