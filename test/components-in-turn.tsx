// @ts-expect-error -- jsdom brings no types
import { JSDOM } from 'jsdom'
import { afterAll, vi } from 'vitest'
import { populateGlobal } from 'vitest/runtime'

// Component tests share their process and one window, which React keeps hold of: each file leaves both clean for the next.

if (!('document' in globalThis)) {
  const { window } = new JSDOM('<!doctype html>', { url: 'http://localhost:3000/', pretendToBeVisual: true })
  const { setTimeout, clearTimeout } = globalThis
  populateGlobal(globalThis, window, { bindFunctions: true })
  // jsdom's own frames stop for good once one is requested while a test has fake timers.
  Object.assign(globalThis, {
    requestAnimationFrame: (run: FrameRequestCallback) =>
      Number(setTimeout(() => run(performance.now()), 16)),
    cancelAnimationFrame: (frame: number) => clearTimeout(frame),
  })
  // Loaded once there is a window. By default, its waits end after one second.
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 20_000 })
}
afterAll(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
  document.head.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})
