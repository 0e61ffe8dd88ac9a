import { constants, PerformanceObserver } from 'node:perf_hooks'
import { setTimeout as later } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { collectGarbage } from './garbage-collection.ts'

/** The kinds of collections that were asked for while something ran, not those that the engine began itself. */
async function collections(run: () => void): Promise<number[]> {
  const kinds: number[] = []
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries() as unknown as { detail: { kind: number; flags: number } }[])
      if (detail.flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) kinds.push(detail.kind)
  })
  observer.observe({ entryTypes: ['gc'] })
  run()
  await later(50)
  observer.disconnect()
  return kinds
}

test('what is young is collected by itself', async () => {
  expect(await collections(() => collectGarbage('young'))).toEqual([constants.NODE_PERFORMANCE_GC_MINOR])
})

test('everything that nobody needs is gone at once', async () => {
  const ref = new WeakRef({ big: Array.from({ length: 1000 }, String) })
  // What a WeakRef was made of stays until the current turn is over.
  await later(0)
  expect(await collections(() => collectGarbage('everything'))).toContain(constants.NODE_PERFORMANCE_GC_MAJOR)
  expect(ref.deref()).toBeUndefined()
})
