import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FoundPdf } from '../places.ts'
import type { Rendered, RenderInput } from './render.ts'

/** What the process beside is asked for, and what it answers. */
export type Asked = { fields: Uint8Array } | { render: RenderInput }
export type Answered = { fields: FoundPdf | null } | { rendered: Rendered } | { failed: string }

/** Bounds of one document: the process's JavaScript memory, and how long it may take. */
export type RenderLimits = { memoryMb: number; eachMs: number }
const limits: RenderLimits = { memoryMb: 256, eachMs: 30_000 }

/** A document that could not be made: its template is damaged, too large, or takes too long. */
export class RenderFailed extends Error {
  override name = 'RenderFailed'
}

/** Makes documents in a process of its own, one after the other; to be closed in the end. */
export type Renderer = {
  render: (input: RenderInput) => Promise<Rendered>
  fields: (pdf: Uint8Array) => Promise<FoundPdf | null>
  close: () => void
}

/**
 * Opens a process to make documents in: a template that takes too much memory or time ends that process, not the server,
 * and the next document gets a new one.
 */
export function openRenderer({ memoryMb, eachMs }: RenderLimits = limits): Renderer {
  let child: ChildProcess | undefined
  let last: Promise<unknown> = Promise.resolve()
  const end = () => {
    child?.removeAllListeners().on('error', () => {})
    child?.kill('SIGKILL')
    child = undefined
  }
  const ask = (asked: Asked) => {
    const answer = last.then(() => (child ??= start(memoryMb))).then((one) => answerOf(one, asked, eachMs))
    // Whoever asked hears of a failure; the next one begins with a new process.
    last = answer.catch(end)
    return answer
  }
  return {
    render: async (input) => {
      const answer = await ask({ render: input })
      if ('rendered' in answer) return answer.rendered
      throw new RenderFailed('failed' in answer ? answer.failed : 'another answer')
    },
    fields: async (pdf) => {
      const answer = await ask({ fields: pdf })
      if ('fields' in answer) return answer.fields
      throw new RenderFailed('failed' in answer ? answer.failed : 'another answer')
    },
    close: end,
  }
}

const start = (memoryMb: number) =>
  fork(fileURLToPath(new URL('./child.ts', import.meta.url)), [], {
    execArgv: [`--max-old-space-size=${memoryMb}`, '--no-warnings'],
    env: {},
    serialization: 'advanced',
    // What a process says of a strange template is nobody's log.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })

function answerOf(child: ChildProcess, asked: Asked, eachMs: number): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer)
      child.off('message', answered).off('exit', gone).off('error', gone)
      act()
    }
    const answered = (answer: unknown) => settle(() => resolve(answer as Answered))
    const gone = () => settle(() => reject(new RenderFailed('the process ended')))
    const timer = setTimeout(() => settle(() => reject(new RenderFailed('it took too long'))), eachMs)
    child.on('message', answered).on('exit', gone).on('error', gone)
    child.send(asked, (error) => error && gone())
  })
}

/** Documents that are made for somebody who waits: at most two at a time, others wait for their turn. */
const waiting: ((renderer: Renderer) => void)[] = []
let opened = 0
const atOnce = 2

/** Uses a process for as long as the work takes. */
export async function withRenderer<T>(work: (renderer: Renderer) => Promise<T>): Promise<T> {
  const renderer =
    opened < atOnce ? (opened++, openRenderer()) : await new Promise<Renderer>((turn) => waiting.push(turn))
  try {
    return await work(renderer)
  } finally {
    const next = waiting.shift()
    if (next) next(renderer)
    else {
      renderer.close()
      opened--
    }
  }
}
