import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { HttpError } from '#server/errors.ts'
import { processorMsOf } from '#server/processor-time.ts'

/**
 * Bounds of looking at one file: the process's JavaScript memory, all of its memory, the processor time it may use, and how
 * long on the clock one waits, for the process and then for its answer.
 */
export type ReadLimits = { memoryMb: number; residentMb: number; processorMs: number; waitMs: number }

/** The usual wait: what is not there by then is kept from it by other work, which says nothing of the file. */
export const usualWaitMs = 30_000

/** Files that are looked at at the same time; others wait for their turn. */
const atOnce = 2
let running = 0
const waiting: (() => void)[] = []

/**
 * Hands a stranger's file to a script in a process of its own, without the server's environment, and answers what it says;
 * undefined where the file took too much processor time or memory, or ended the process. A thread would not do: what runs
 * out of memory in one can end the whole server. The script says `ready`, takes one message of bytes, answers one, and
 * waits for its end. Throws 503 `server_busy` where the process does not get to it.
 */
export async function inOwnProcess<T>(
  script: URL,
  bytes: Uint8Array,
  limits: ReadLimits,
): Promise<T | undefined> {
  if (running >= atOnce) await new Promise<void>((turn) => waiting.push(turn))
  else running++
  try {
    return await readNow<T>(script, bytes, limits)
  } finally {
    // The turn is handed on, or given up.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/**
 * The environment of a process that takes what strangers made: nothing of the server's but where compiled code is kept from one
 * process to the next, if it is (`NODE_COMPILE_CACHE`).
 */
export function bareEnv(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}
}

/** How often memory (where buffers do not count as JavaScript's) and processor time are looked at, where the system tells. */
const watchMs = 50

function readNow<T>(
  script: URL,
  bytes: Uint8Array,
  { memoryMb, residentMb, processorMs, waitMs }: ReadLimits,
): Promise<T | undefined> {
  const child = fork(fileURLToPath(script), [], {
    execArgv: [`--max-old-space-size=${memoryMb}`, '--max-semi-space-size=8', '--no-warnings'],
    env: bareEnv(),
    serialization: 'advanced',
    // What a process says when it is out of memory is nobody's log.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  return new Promise<T | undefined>((resolve, reject) => {
    const starved = () => settle(() => reject(new HttpError(503, 'server_busy', { retryAfter: 5 })))
    let timer = setTimeout(starved, waitMs)
    let watch: NodeJS.Timeout | undefined
    const settle = (act: () => void) => {
      clearTimeout(timer)
      clearInterval(watch)
      child.removeAllListeners().on('error', () => {})
      child.kill('SIGKILL')
      act()
    }
    const unreadable = () => settle(() => resolve(undefined))
    let before: Promise<number | undefined> | undefined
    /** How much it used since it was ready; 0 where the system does not say. */
    const used = async () => ((await processorMsOf(child.pid)) ?? 0) - ((await before) ?? 0)
    child.on('message', (message: 'ready' | T) => {
      if (message !== 'ready')
        // The answer may have come between two looks at its time.
        return void used().then((ms) =>
          ms >= processorMs ? unreadable() : settle(() => resolve(message as T)),
        )
      clearTimeout(timer)
      timer = setTimeout(starved, waitMs)
      before = processorMsOf(child.pid)
      watch = setInterval(() => {
        void Promise.all([used(), residentMbOf(child.pid)]).then(
          ([ms, resident]) => (ms > processorMs || resident > residentMb) && child.kill('SIGKILL'),
        )
      }, watchMs)
      child.send(bytes, (error) => error && unreadable())
    })
    child.once('error', (error) => settle(() => reject(error)))
    child.once('exit', () =>
      before ? unreadable() : settle(() => reject(new Error('the process to read a file in did not start'))),
    )
  })
}

/** What a process holds in memory; 0 where the system does not say. */
async function residentMbOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
}
