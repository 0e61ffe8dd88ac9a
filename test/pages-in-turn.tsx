import { afterAll, vi } from 'vitest'
import { leaveBrowser } from './page.tsx'

// Page tests share their process: a file leaves it as the next one wants to find it. Hooks of a setup file run last.
afterAll(async () => {
  await leaveBrowser()
  vi.useRealTimers()
})
