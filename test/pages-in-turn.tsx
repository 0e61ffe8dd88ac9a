import { afterAll, vi } from 'vitest'
import { leaveBrowser } from './page.tsx'

// Page tests share their process: each file leaves it clean for the next. Hooks of a setup file run last.
afterAll(async () => {
  await leaveBrowser()
  vi.useRealTimers()
})
