import { Worker } from 'node:worker_threads'
import type { Drawing } from './draw.ts'
import type { Drawn } from './thread.ts'

/** Letters that no font of ours has: what was asked for cannot be said on paper. */
export class CannotBeDrawn extends Error {
  override name = 'CannotBeDrawn'
}

type Waiting = {
  resolve: (drawn: { bytes: Uint8Array; pages: number }) => void
  reject: (error: Error) => void
}

/** Documents that one thread draws before another takes its place: what its libraries gathered goes with it. */
const perThread = 500
const idleMs = 5000

let thread: { worker: Worker; waiting: Map<number, Waiting>; drawn: number } | undefined
let next = 0
let idle: NodeJS.Timeout | undefined

/** Draws a document in a thread of its own, so that calls are answered meanwhile and memory stays what it was. */
export function drawInThread(drawing: Drawing): Promise<{ bytes: Uint8Array; pages: number }> {
  clearTimeout(idle)
  if (!thread || thread.drawn >= perThread) {
    if (thread) endWhenDone(thread)
    thread = start()
  }
  const own = thread
  own.drawn++
  const id = next++
  return new Promise((resolve, reject) => {
    own.waiting.set(id, { resolve, reject })
    own.worker.postMessage({ id, drawing })
  })
}

function start() {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    execArgv: ['--no-warnings'],
  })
  const started = { worker, waiting: new Map<number, Waiting>(), drawn: 0 }
  worker.unref()
  worker.on('message', (answer: Drawn) => {
    const asked = started.waiting.get(answer.id)!
    started.waiting.delete(answer.id)
    if ('bytes' in answer) asked.resolve(answer)
    else asked.reject('unknown' in answer ? new CannotBeDrawn(answer.unknown) : new Error(answer.failed))
    if (started.waiting.size === 0) rest(started)
  })
  const lost = (error: Error) => {
    if (thread === started) thread = undefined
    for (const { reject } of started.waiting.values()) reject(error)
    started.waiting.clear()
  }
  worker.on('error', lost)
  worker.on('exit', () => lost(new Error('the thread that draws documents ended')))
  return started
}

function rest(own: NonNullable<typeof thread>): void {
  if (thread !== own) return void own.worker.terminate()
  clearTimeout(idle)
  idle = setTimeout(() => {
    if (own.waiting.size > 0) return
    if (thread === own) thread = undefined
    void own.worker.terminate()
  }, idleMs)
  idle.unref()
}

function endWhenDone(own: NonNullable<typeof thread>): void {
  if (own.waiting.size === 0) void own.worker.terminate()
}
