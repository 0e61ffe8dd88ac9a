import { expect, test } from 'vitest'
import { secondsLeft } from './work.ts'

test('the remaining time follows the progress so far, and is unknown before there is a rate', () => {
  const first = { at: 10_000, done: 1_000 }
  expect(secondsLeft(first, { at: 11_000, done: 2_000 }, 10_000)).toBeUndefined()
  expect(secondsLeft(first, { at: 20_000, done: 1_000 }, 10_000)).toBeUndefined()
  expect(secondsLeft(first, { at: 20_000, done: 3_000 }, 10_000)).toBe(35)
  // The work slowed down: the estimate follows.
  expect(secondsLeft(first, { at: 60_000, done: 3_500 }, 10_000)).toBe(130)
  expect(secondsLeft(first, { at: 60_000, done: 10_000 }, 10_000)).toBe(0)
})
