import { HttpError } from '../base/errors.ts'
import { SandboxError, type SandboxLimits, SandboxProcess } from './process.ts'

/** The ways to ask a sandbox: once with one file's bytes, many times in a row, or for a stream of batches. */
export type Sandbox<Question, Answer> = {
  /**
   * Asks a fresh process and ends it; undefined when the question exceeds the limits or crashes the process. Two at a
   * time across all sandboxes. Throws 503 `server_busy`.
   */
  once: (question: Question, limits?: SandboxLimits) => Promise<Answer | undefined>
  /** Opens a pool of processes that answer one question after another. */
  pool: (limits: PoolLimits) => Pool<Question, Answer>
  /**
   * Batches read by a separate process, which reads one ahead and then waits. Leaving the loop or aborting ends the
   * process. Throws `SandboxError`, and 503 `server_busy`.
   */
  stream: (question: Question, options?: StreamOptions) => AsyncGenerator<Answer>
}

export type StreamOptions = {
  limits?: SandboxLimits
  /** CPU time of the whole stream; defaults to the limit's own. */
  processorMs?: number
  signal?: AbortSignal | undefined
}

/** Concurrent processes, questions before a process is replaced, and how long an idle one waits for the next. */
export type PoolLimits = SandboxLimits & { atOnce: number; perProcess: number; idleMs: number }

export type Pool<Question, Answer> = {
  /**
   * Throws `SandboxError` when the question crashes its process, 503 `server_busy`. Later questions get a new process.
   */
  ask: (question: Question) => Promise<Answer>
  close: () => void
}

/** A message that begins a stream, or asks for its next batch. */
export type ToStream<Question> = { open: Question } | 'next'
/** An answer of a stream: a batch, or its end. */
export type FromStream<Answer> = { batch: Answer } | 'done'

const onceTurns = turns(2)
/** A stream takes as long as its file, so streams have their own limit apart from `once`. */
const streamTurns = turns(8)

/**
 * The only way to read untrusted files (decision 0069): code in a forked process without the server's environment,
 * bounded in memory and CPU time. `script` calls `answerQuestions` or `streamBatches`.
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
          const answer = await process.answer<Answer>()
          if (limits === usual) spares.putBack(process)
          return answer
        } catch (error) {
          if (error instanceof SandboxError) return undefined
          throw error
        } finally {
          spares.end(process)
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
          // The process reads the next batch while this one is processed.
          process.send('next' satisfies ToStream<Question>)
          const answer = await process.answer<FromStream<Answer>>()
          signal?.throwIfAborted()
          if (answer === 'done') {
            if (limits === usual) spares.putBack(process)
            return
          }
          yield answer.batch
          signal?.throwIfAborted()
        }
      } catch (error) {
        signal?.throwIfAborted()
        throw error
      } finally {
        signal?.removeEventListener('abort', abort)
        spares.end(process)
        giveBack()
      }
    },
  }
}

/** How long a spare process waits for the next file. */
const spareMs = 5_000

/** Files per process: one in the product. Most tests allow more, because process starts take a tenth of their time. */
export const filesPerProcess = { most: 1 }

/**
 * Keeps one spare process while files keep arriving: each process reads one file, but the next file does not wait for a
 * start. An idle server keeps none.
 */
function spareProcesses(script: URL, limits: SandboxLimits) {
  let spare: SandboxProcess | undefined
  let timer: NodeJS.Timeout | undefined
  const drop = () => {
    spare?.end()
    spare = undefined
  }
  const keep = (process: SandboxProcess) => {
    spare = process
    spare.hold(false)
    timer = setTimeout(drop, spareMs).unref()
  }
  return {
    take(): SandboxProcess {
      clearTimeout(timer)
      const process = spare?.hasEnded === false ? spare : new SandboxProcess(script, limits)
      spare = undefined
      process.hold(true)
      if (filesPerProcess.most === 1) keep(new SandboxProcess(script, limits))
      return process
    },
    /** Keeps a process that has read its file to the end for the next file, as far as it may read more. */
    putBack(process: SandboxProcess): void {
      process.files++
      if (spare || process.files >= filesPerProcess.most) return
      process.rest()
      keep(process)
    },
    /** Ends a process unless it was put back. */
    end(process: SandboxProcess): void {
      if (process !== spare) process.end()
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

/** Limits concurrency; others wait their turn, for `waitMs` at most. */
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
