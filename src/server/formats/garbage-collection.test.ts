import { constants, PerformanceObserver } from 'node:perf_hooks'
import { setTimeout as later } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { collectGarbage } from './garbage-collection.ts'

/**
 * The kinds of garbage collection requested during a run, without those the engine started itself, until one of the
 * expected kind is reported.
 */
async function collections(run: () => void, expected: number): Promise<number[]> {
  const kinds: number[] = []
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries() as unknown as { detail: { kind: number; flags: number } }[])
      if (detail.flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) kinds.push(detail.kind)
  })
  observer.observe({ entryTypes: ['gc'] })
  run()
  await expect.poll(() => kinds).toContain(expected)
  observer.disconnect()
  return kinds
}

test('a minor collection frees young objects', async () => {
  const minor = constants.NODE_PERFORMANCE_GC_MINOR
  expect(await collections(() => collectGarbage('young'), minor)).toEqual([minor])
})

test('a full collection frees every unreachable object at once', async () => {
  const ref = new WeakRef({ big: Array.from({ length: 1000 }, String) })
  // The target of a WeakRef stays alive until the current turn ends.
  await later(0)
  await collections(() => collectGarbage('everything'), constants.NODE_PERFORMANCE_GC_MAJOR)
  expect(ref.deref()).toBeUndefined()
})
