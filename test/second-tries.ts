import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Reporter, TestCase } from 'vitest/node'

/** A file that lists tests and journeys that passed only on a retry, one per line; `.ci/run` creates and prints it. */
const path = 'node_modules/.cache/second-tries.txt'

/** Records tests or journeys that needed a retry. */
export function recordSecondTries(names: string[]): void {
  if (names.length === 0) return
  mkdirSync(dirname(path), { recursive: true })
  appendFileSync(path, `${names.join('\n')}\n`)
}

/** Records tests that needed a retry, so that a longer run can name them at its end. */
export const secondTries: Reporter = {
  onTestCaseResult(test: TestCase) {
    if (test.diagnostic()?.flaky) recordSecondTries([`${test.module.relativeModuleId}: ${test.fullName}`])
  },
}
