import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter'

/** Where a run leaves the names of its journeys that passed only when they were tried again, a line each; else no file. */
const path = 'test-results/second-try.txt'

/** Keeps which journeys needed a second try, so that a longer run can name them in its last lines. */
// oxlint-disable-next-line import/no-default-export -- Playwright takes reporters by their default export
export default class SecondTry implements Reporter {
  #journeys: TestCase[] = []

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#journeys = suite.allTests()
    rmSync(path, { force: true })
  }

  onEnd(): void {
    const names = this.#journeys
      .filter((journey) => journey.outcome() === 'flaky')
      .map(({ location, title }) => `${location.file.split('/').at(-1)}:${location.line} ${title}`)
    if (names.length === 0) return
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${names.join('\n')}\n`)
  }
}
