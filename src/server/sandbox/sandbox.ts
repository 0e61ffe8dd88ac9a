import { HttpError } from '../base/errors.ts'
import { SandboxError, type SandboxLimits, SandboxProcess } from './process.ts'

/** How a sandbox's code is asked: with the bytes of one file, many times in a row, or for a stream of batches. */
export type Sandbox<Question, Answer> = {
  /**
   * Asks a process of its own and ends it; undefined when the question exceeds the limits or ends the process. Two at a
   * time, in all sandboxes together. Throws 503 `server_busy`.
   */
  once: (question: Question, limits?: SandboxLimits) => Promise<Answer | undefined>
  /** Opens a pool of processes that answer one question after the other. */
  pool: (limits: PoolLimits) => Pool<Question, Answer>
  /**
   * Batches that a process of its own reads; it reads one ahead and then waits. Leaving the loop or aborting ends the
   * process. Throws `SandboxError`, and 503 `server_busy`.
   */
  stream: (question: Question, options?: StreamOptions) => AsyncGenerator<Answer>
}

export type StreamOptions = {
  limits?: SandboxLimits
  /** Processor time of the whole stream; the limit's own unless given. */
  processorMs?: number
  signal?: AbortSignal | undefined
}

/** Processes at the same time, questions before a process is replaced, and how long an idle one waits for the next. */
export type PoolLimits = SandboxLimits & { atOnce: number; perProcess: number; idleMs: number }

export type Pool<Question, Answer> = {
  /** Throws `SandboxError` for what ends its process, 503 `server_busy`. Later questions get a new process. */
  ask: (question: Question) => Promise<Answer>
  close: () => void
}

/** A message that begins a stream, or asks for its next batch. */
export type ToStream<Question> = { open: Question } | 'next'
/** An answer of a stream: a batch, or its end. */
export type FromStream<Answer> = { batch: Answer } | 'done'

const onceTurns = turns(2)
/** A stream is as long as its file, so streams do not wait for the turns of `once`. */
const streamTurns = turns(8)

/**
 * The one way to read what strangers made (decision 0069): code in a forked process without the server's environment,
 * bounded in memory and processor time. `script` calls `answerQuestions` or `streamBatches`.
 */
export function sandbox<Question extends object, Answer>(
  script: URL,
  usual: SandboxLimits,
): Sandbox<Question, Answer> {
  const spares = spareProcesses(script, usual)
  return {
    once: (question, limits = usual) =>
      onceTurns.take(Infinity, async () => {
        const process = limits === usual ? spares.take() : new SandboxProcess(script, limits)
        try {
          await process.ready()
          process.begin()
          process.send(question)
          return await process.answer<Answer>()
        } catch (error) {
          if (error instanceof SandboxError) return undefined
          throw error
        } finally {
          process.end()
        }
      }),
    pool: (limits) => openPool(script, limits),
    async *stream(question, { limits = usual, processorMs, signal } = {}) {
      signal?.throwIfAborted()
      const giveBack = await streamTurns.claim(limits.waitMs)
      const process = limits === usual ? spares.take() : new SandboxProcess(script, limits)
      const abort = () => process.end()
      signal?.addEventListener('abort', abort)
      try {
        await process.ready()
        process.begin(processorMs)
        process.send({ open: question } satisfies ToStream<Question>)
        process.send('next' satisfies ToStream<Question>)
        for (;;) {
          // The process reads the next batch while this one is worked on.
          process.send('next' satisfies ToStream<Question>)
          const answer = await process.answer<FromStream<Answer>>()
          signal?.throwIfAborted()
          if (answer === 'done') return
          yield answer.batch
          signal?.throwIfAborted()
        }
      } catch (error) {
        signal?.throwIfAborted()
        throw error
      } finally {
        signal?.removeEventListener('abort', abort)
        process.end()
        giveBack()
      }
    },
  }
}

/** How long a process that is ready for the next file waits for one. */
const spareMs = 5_000

/**
 * Keeps one process ready while files come in one after the other: each reads one file, but the next file does not wait
 * for a start. An idle server holds none.
 */
function spareProcesses(script: URL, limits: SandboxLimits) {
  let spare: SandboxProcess | undefined
  let timer: NodeJS.Timeout | undefined
  const drop = () => {
    spare?.end()
    spare = undefined
  }
  return {
    take(): SandboxProcess {
      clearTimeout(timer)
      const process = spare?.hasEnded === false ? spare : new SandboxProcess(script, limits)
      process.hold(true)
      spare = new SandboxProcess(script, limits)
      spare.hold(false)
      timer = setTimeout(drop, spareMs).unref()
      return process
    },
  }
}

function openPool<Question extends object, Answer>(script: URL, limits: PoolLimits): Pool<Question, Answer> {
  const resting: { process: SandboxProcess; idle: NodeJS.Timeout }[] = []
  const places = turns(limits.atOnce)
  const rest = (process: SandboxProcess) => {
    if (process.answers >= limits.perProcess) return process.end()
    process.rest()
    process.hold(false)
    const one = {
      process,
      idle: setTimeout(() => {
        resting.splice(resting.indexOf(one), 1)
        process.end()
      }, limits.idleMs).unref(),
    }
    resting.push(one)
  }
  const started = () => {
    for (let one = resting.pop(); one; one = resting.pop()) {
      clearTimeout(one.idle)
      if (!one.process.hasEnded) return one.process
    }
    return new SandboxProcess(script, limits)
  }
  return {
    ask: (question) =>
      places.take(Infinity, async () => {
        const process = started()
        process.hold(true)
        try {
          await process.ready()
          process.begin()
          process.send(question)
          const answer = await process.answer<Answer>()
          rest(process)
          return answer
        } catch (error) {
          process.end()
          throw error
        }
      }),
    close: () => {
      for (const { process, idle } of resting.splice(0)) {
        clearTimeout(idle)
        process.end()
      }
    },
  }
}

/** So many at the same time; others wait for their turn, for `waitMs` at most. */
function turns(atOnce: number) {
  let running = 0
  const waiting: (() => void)[] = []
  const giveBack = () => {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
  const claim = async (waitMs: number): Promise<() => void> => {
    if (running < atOnce) running++
    else
      await new Promise<void>((resolve, reject) => {
        let timer: NodeJS.Timeout | undefined
        const turn = () => {
          clearTimeout(timer)
          resolve()
        }
        waiting.push(turn)
        if (waitMs === Infinity) return
        timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(turn), 1)
          reject(new HttpError(503, 'server_busy', { retryAfter: 5 }))
        }, waitMs)
      })
    return giveBack
  }
  return {
    claim,
    async take<T>(waitMs: number, work: () => Promise<T>): Promise<T> {
      const end = await claim(waitMs)
      try {
        return await work()
      } finally {
        end()
      }
    },
  }
}
