import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Reporter, TestCase } from 'vitest/node'

/** Where tests and journeys that passed only when tried again are named, a line each; `.ci/run` begins and prints it. */
const path = 'node_modules/.cache/second-tries.txt'

/** Names tests or journeys that needed a second try. */
export function keepSecondTries(names: string[]): void {
  if (names.length === 0) return
  mkdirSync(dirname(path), { recursive: true })
  appendFileSync(path, `${names.join('\n')}\n`)
}

/** Keeps which tests needed a second try, so that a longer run can name them in its last lines. */
export const secondTries: Reporter = {
  onTestCaseResult(test: TestCase) {
    if (test.diagnostic()?.flaky) keepSecondTries([`${test.module.relativeModuleId}: ${test.fullName}`])
  },
}
