import { expect, test } from 'vitest'
import { secondsOfWaiting } from './work-rules.ts'

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
