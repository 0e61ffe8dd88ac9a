import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { bareEnv } from '#server/own-process.ts'
import type { Drawing } from './draw.ts'
import type { FoundPdf } from '../places.ts'
import type { Rendered, RenderInput } from './render.ts'

/** What the process beside is asked for, and what it answers. */
export type Asked = { fields: Uint8Array } | { render: RenderInput } | { draw: Drawing }
export type Answered =
  | { fields: FoundPdf | null }
  | { rendered: Rendered }
  | { drawn: Drawn }
  | { letters: string }
  | { failed: string }
/** A document in its built-in layout. */
export type Drawn = { bytes: Uint8Array; pages: number }

/**
 * Bounds of the processes: JavaScript memory of each, how long one document may take, how many there are, after how many
 * documents another takes the place of one (what its libraries gathered goes with it), and how long one waits for work.
 */
export type RenderLimits = {
  memoryMb: number
  eachMs: number
  atOnce: number
  perProcess: number
  idleMs: number
}
const usual: RenderLimits = { memoryMb: 256, eachMs: 30_000, atOnce: 2, perProcess: 500, idleMs: 5000 }

/** A document that could not be made: its template is damaged, too large, or takes too long. */
export class RenderFailed extends Error {
  override name = 'RenderFailed'
}

/** Letters that no font of ours has: what was asked for cannot be said on paper. */
export class CannotBeDrawn extends Error {
  override name = 'CannotBeDrawn'
}

/** Makes documents in processes beside the server. */
export type Renderer = {
  /** Fills an uploaded template. */
  render: (input: RenderInput) => Promise<Rendered>
  /** Draws a built-in layout; throws CannotBeDrawn. */
  draw: (drawing: Drawing) => Promise<Drawn>
  /** The fields of a PDF; null where a page lies on its side. */
  fields: (pdf: Uint8Array) => Promise<FoundPdf | null>
  close: () => void
}

type Worker = { child: ChildProcess; asked: number; idle?: NodeJS.Timeout }

/**
 * Opens a renderer: calls are answered meanwhile, and a template that takes too much memory or time ends its process, not
 * the server. Processes begin with the first document, take one after the other, and end when there is nothing to do.
 */
export function openRenderer(given: Partial<RenderLimits> = {}): Renderer {
  const limits = { ...usual, ...given }
  const resting: Worker[] = []
  const turns: (() => void)[] = []
  let working = 0

  const end = ({ child, idle }: Worker) => {
    clearTimeout(idle)
    child.removeAllListeners().on('error', () => {})
    child.kill('SIGKILL')
  }
  const rest = (worker: Worker) => {
    if (worker.asked >= limits.perProcess) return end(worker)
    resting.push(worker)
    hold(worker.child, false)
    worker.idle = setTimeout(() => {
      resting.splice(resting.indexOf(worker), 1)
      end(worker)
    }, limits.idleMs).unref()
  }
  const ask = async (asked: Asked): Promise<Answered> => {
    if (working < limits.atOnce) working++
    else await new Promise<void>((turn) => turns.push(turn))
    const worker = resting.pop() ?? { child: start(limits.memoryMb), asked: 0 }
    clearTimeout(worker.idle)
    hold(worker.child, true)
    worker.asked++
    try {
      const answer = await answerOf(worker.child, asked, limits.eachMs)
      rest(worker)
      return answer
    } catch (error) {
      // Whoever asked hears of it; the next one begins with a new process.
      end(worker)
      throw error
    } finally {
      // The turn is handed on, or given up.
      const next = turns.shift()
      if (next) next()
      else working--
    }
  }
  const other = (answer: Answered) => {
    if ('letters' in answer) return new CannotBeDrawn(answer.letters)
    return new RenderFailed('failed' in answer ? answer.failed : 'another answer')
  }
  return {
    render: async (input) => {
      const answer = await ask({ render: input })
      if ('rendered' in answer) return answer.rendered
      throw other(answer)
    },
    draw: async (drawing) => {
      const answer = await ask({ draw: drawing })
      if ('drawn' in answer) return answer.drawn
      throw other(answer)
    },
    fields: async (pdf) => {
      const answer = await ask({ fields: pdf })
      if ('fields' in answer) return answer.fields
      throw other(answer)
    },
    close: () => resting.splice(0).forEach(end),
  }
}

/** The one that all documents of this server are made by. */
export const renderer = openRenderer()

const start = (memoryMb: number) =>
  fork(fileURLToPath(new URL('./child.ts', import.meta.url)), [], {
    execArgv: [`--max-old-space-size=${memoryMb}`, '--no-warnings'],
    env: bareEnv(),
    serialization: 'advanced',
    // What a process says of a strange template is nobody's log.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })

/** Whether a process keeps the server's alive: only while it works. */
function hold(child: ChildProcess, works: boolean): void {
  const act = works ? 'ref' : 'unref'
  child[act]()
  child.channel?.[act]()
}

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
