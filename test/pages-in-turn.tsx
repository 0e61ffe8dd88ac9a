import { afterAll, vi } from 'vitest'
import { leaveBrowser, loadLibraries } from './page.tsx'

await loadLibraries()

// Page tests share their process: each file leaves it clean for the next. Hooks of a setup file run last.
afterAll(async () => {
  await leaveBrowser()
  vi.useRealTimers()
})
