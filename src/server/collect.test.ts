import { getHeapSpaceStatistics } from 'node:v8'
import { expect, test } from 'vitest'
import { collectGarbage } from './collect.ts'

const usedByYoung = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!.space_used_size

const makeRows = () => Array.from({ length: 100 }, (_, n) => ({ n, title: `row ${n}` })).length

test('what is young and not needed makes room', () => {
  collectGarbage('young')
  const before = usedByYoung()
  for (let n = 0; n < 100; n++) makeRows()
  const full = usedByYoung()
  collectGarbage('young')
  const after = usedByYoung()
  expect(full - before).toBeGreaterThan(200_000)
  expect(after - before).toBeLessThan((full - before) / 4)
})

test('everything that nobody needs is gone at once', async () => {
  const ref = new WeakRef({ big: Array.from({ length: 1000 }, String) })
  // What a WeakRef was made of stays until the current turn is over.
  await new Promise((later) => setTimeout(later))
  collectGarbage('everything')
  expect(ref.deref()).toBeUndefined()
})
