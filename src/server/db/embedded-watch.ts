import type { ChildProcess } from 'node:child_process'
import type { FromChild, Log, ToChild } from './embedded.ts'

const PING_EVERY = 10_000
/** Milliseconds without an answer after which the child counts as stuck: the longest statement we allow it. */
const STUCK_AFTER = 300_000

/**
 * Kills a child that does not answer for minutes, so that it is started again; returns its stop. Minutes of a clock that
 * nobody sets: a wall clock that is put forward says nothing about the child.
 */
export function pingRegularly(child: ChildProcess, log: Log): () => void {
  let answered = performance.now()
  child.on('message', (message: FromChild) => {
    if ('pong' in message) answered = performance.now()
  })
  const timer = setInterval(() => {
    if (performance.now() - answered > STUCK_AFTER) {
      log({ level: 'error', msg: 'the embedded database does not answer' })
      child.kill('SIGKILL')
    } else if (child.connected) {
      child.send('ping' satisfies ToChild)
    }
  }, PING_EVERY)
  timer.unref()
  return () => clearInterval(timer)
}
