import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter'
import { recordSecondTries } from '../second-tries.ts'

/** Records which journeys needed a retry, so that a longer run can name them at its end. */
// oxlint-disable-next-line import/no-default-export -- Playwright takes reporters by their default export
export default class SecondTry implements Reporter {
  #journeys: TestCase[] = []

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#journeys = suite.allTests()
  }

  onEnd(): void {
    recordSecondTries(
      this.#journeys
        .filter((journey) => journey.outcome() === 'flaky')
        .map(({ location, title }) => `${location.file.split('/').at(-1)}:${location.line} ${title}`),
    )
  }
}
