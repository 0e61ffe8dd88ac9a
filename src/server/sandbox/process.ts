import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { HttpError } from '../base/errors.ts'
import { processorMsOf } from '#server/sandbox/processor-time.ts'

/**
 * Limits of a sandboxed process: its JavaScript memory, all of its memory, the CPU time of one piece of work, and the
 * wall-clock time the server waits for the start and for each answer.
 */
export type SandboxLimits = { memoryMb: number; residentMb: number; processorMs: number; waitMs: number }

/** The usual wait. A process that stays silent longer is starved by other work, which says nothing about the file. */
export const usualWaitMs = 30_000

/** The reason why a sandboxed process gave no answer; `failed` is an error in its code, with message and code. */
export type SandboxReason = 'memory' | 'processor_time' | 'ended' | 'failed'

export class SandboxError extends Error {
  override name = 'SandboxError'
  readonly reason: SandboxReason
  readonly code: string | undefined
  constructor(reason: SandboxReason, message: string = reason, code?: string) {
    super(message)
    this.reason = reason
    this.code = code
  }
}

export type FromSandbox = 'ready' | { answer: unknown } | { failed: { message: string; code?: string } }

/** Interval of the memory and CPU time checks, on systems with `/proc`. */
const watchMs = 50

/**
 * One process that reads untrusted files. It gets no environment of the server, no descriptor but its channel, and is
 * killed when it exceeds its limits. Memory is also watched from outside, because V8's limit does not cover buffers.
 */
export class SandboxProcess {
  readonly #child: ChildProcess
  readonly #limits: SandboxLimits
  readonly #arrived: unknown[] = []
  #wanted: { resolve: (answer: unknown) => void; reject: (error: unknown) => void } | undefined
  #failure: unknown
  #isReady = false
  #killedFor: SandboxReason | undefined
  #watch: NodeJS.Timeout | undefined
  #before: Promise<number | undefined> | undefined
  #processorMs: number
  /** Answers given so far. */
  answers = 0
  /** Files read to their end. */
  files = 0

  constructor(script: URL, limits: SandboxLimits) {
    this.#limits = limits
    this.#processorMs = limits.processorMs
    this.#child = fork(fileURLToPath(script), [], {
      execArgv: [`--max-old-space-size=${limits.memoryMb}`, '--max-semi-space-size=8', '--no-warnings'],
      env: bareEnvironment(),
      serialization: 'advanced',
      // The output of a process that runs out of memory may quote the file, so it is not logged.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child.on('message', (message) => this.#take(message as FromSandbox))
    this.#child.once('error', (error) => this.#fail(error))
    this.#child.once('exit', (_code, signal) => this.#fail(this.#whyItEnded(signal)))
  }

  /** Waits until the process has loaded its code. Throws 503 `server_busy` when that takes too long. */
  async ready(): Promise<void> {
    if (!this.#isReady) await this.#next()
  }

  /** Starts a piece of work: its CPU time counts from here, `processorMs` (the usual limit) at most. */
  begin(processorMs = this.#limits.processorMs): void {
    this.#processorMs = processorMs
    this.#before = processorMsOf(this.#child.pid)
    clearInterval(this.#watch)
    this.#watch = setInterval(() => void this.#check(), watchMs).unref()
  }

  /** Sends a message; the answer is a separate message. */
  send(message: object | string): void {
    if (this.#failure !== undefined) return
    this.#child.send(message, (error) => {
      if (error) this.#fail(new SandboxError('ended'))
    })
  }

  /** The next answer. Throws `SandboxError`, or 503 `server_busy` after `waitMs`. */
  async answer<T>(): Promise<T> {
    const answer = await this.#next()
    // It may have arrived between two checks of its time.
    await this.#check()
    if (this.#killedFor) throw new SandboxError(this.#killedFor)
    this.answers++
    return answer as T
  }

  /** Ends the piece of work; the process can take another question. */
  rest(): void {
    clearInterval(this.#watch)
  }

  /** Sets whether the process keeps the server's process alive: only while it works. */
  hold(works: boolean): void {
    const act = works ? 'ref' : 'unref'
    this.#child[act]()
    this.#child.channel?.[act]()
  }

  /** Kills the process; its pending question fails. */
  end(): void {
    clearInterval(this.#watch)
    this.#failure ??= new SandboxError('ended')
    this.#child.removeAllListeners().on('error', () => {})
    this.#child.kill('SIGKILL')
    this.#wanted?.reject(this.#failure)
    this.#wanted = undefined
  }

  get hasEnded(): boolean {
    return this.#failure !== undefined
  }

  #take(message: FromSandbox): void {
    if (message === 'ready') this.#isReady = true
    else if ('failed' in message)
      return this.#fail(new SandboxError('failed', message.failed.message, message.failed.code))
    const answer = message === 'ready' ? undefined : message.answer
    if (this.#wanted) {
      this.#wanted.resolve(answer)
      this.#wanted = undefined
    } else if (message !== 'ready') this.#arrived.push(answer)
  }

  #fail(error: unknown): void {
    this.#failure ??= error
    clearInterval(this.#watch)
    this.#wanted?.reject(this.#failure)
    this.#wanted = undefined
  }

  async #next(): Promise<unknown> {
    if (this.#arrived.length > 0) return this.#arrived.shift()
    if (this.#failure !== undefined) throw this.#failure
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise<unknown>((resolve, reject) => {
        this.#wanted = { resolve, reject }
        const starved = () => this.#fail(new HttpError(503, 'server_busy', { retryAfter: 5 }))
        timer = setTimeout(starved, this.#limits.waitMs)
      })
    } finally {
      clearTimeout(timer)
    }
  }

  /** V8 aborts a process that is out of memory; a process killed by the system was too large for the machine. */
  #whyItEnded(signal: NodeJS.Signals | null): Error {
    if (!this.#isReady && !this.#killedFor) return new Error('the sandboxed process did not start')
    const isMemory = signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGKILL'
    return new SandboxError(this.#killedFor ?? (isMemory ? 'memory' : 'ended'))
  }

  async #check(): Promise<void> {
    if (!this.#before || this.#failure !== undefined) return
    const { pid } = this.#child
    const [used, before, resident] = await Promise.all([processorMsOf(pid), this.#before, residentMbOf(pid)])
    if ((used ?? 0) - (before ?? 0) >= this.#processorMs) this.#kill('processor_time')
    else if (resident > this.#limits.residentMb) this.#kill('memory')
  }

  #kill(reason: SandboxReason): void {
    this.#killedFor ??= reason
    this.#child.kill('SIGKILL')
  }
}

/** The environment of a sandboxed process: only the folder of the compile cache. */
function bareEnvironment(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}
}

/** A process's resident memory; 0 where the system does not report it. */
async function residentMbOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
}
