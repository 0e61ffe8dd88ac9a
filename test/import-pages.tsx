import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import { importApp } from './import-app.ts'
import { newBrowser } from './page.tsx'

/** The app of `importApp()` for tests of its pages: each starts in a fresh browser, on the app's clock. */
export function importPages() {
  const imports = importApp()
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: imports.app.clock.now }))
  beforeEach(() => newBrowser())
  afterAll(async () => {
    vi.useRealTimers()
    await newBrowser()
  })
  return imports
}
