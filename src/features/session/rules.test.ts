import { expect, test } from 'vitest'
import { throttle, waitAfter } from './rules.ts'

test('the first failures cost nothing, then the wait doubles up to a quarter of an hour', () => {
  const waits = [0, 4, 5, 6, 7, 30].map((failures) => waitAfter(failures, 5, 0))
  expect(waits).toEqual([0, 0, 30_000, 60_000, 120_000, throttle.longestWaitMs])
})

test('time that has passed is taken off, and an hour forgets everything', () => {
  expect(waitAfter(5, 5, 10_000)).toBe(20_000)
  expect(waitAfter(5, 5, 31_000)).toBe(0)
  expect(waitAfter(50, 5, throttle.forgetAfterMs + 1)).toBe(0)
})
