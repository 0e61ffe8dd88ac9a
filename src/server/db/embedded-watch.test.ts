import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pingRegularly } from './embedded-watch.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T09:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Stands for the database's process; it answers pings as long as it is well. */
function watched() {
  const child = Object.assign(new EventEmitter(), {
    connected: true,
    well: true,
    send: () => child.well && child.emit('message', { pong: true }),
    kill: vi.fn(),
  })
  const stop = pingRegularly(child as unknown as ChildProcess, () => {})
  return { child, stop }
}

test('a child that gives no answer for five minutes is killed', () => {
  const { child, stop } = watched()
  vi.advanceTimersByTime(60_000)
  child.well = false
  vi.advanceTimersByTime(290_000)
  expect(child.kill).not.toHaveBeenCalled()
  vi.advanceTimersByTime(30_000)
  expect(child.kill).toHaveBeenCalledWith('SIGKILL')
  stop()
})

test('a clock that is put forward or back harms nobody', () => {
  const { child, stop } = watched()
  for (const now of ['2027-03-28T05:00:00Z', '2026-01-01T00:00:00Z']) {
    vi.setSystemTime(new Date(now))
    vi.advanceTimersByTime(60_000)
  }
  expect(child.kill).not.toHaveBeenCalled()
  stop()
})
