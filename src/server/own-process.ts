import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/**
 * Bounds of looking at one file: the process's JavaScript memory, all of its memory, how long it may look, and until it is
 * there at all.
 */
export type ReadLimits = { memoryMb: number; residentMb: number; readMs: number; startMs: number }

/** Files that are looked at at the same time; others wait for their turn. */
const atOnce = 2
let running = 0
const waiting: (() => void)[] = []

/**
 * Hands a stranger's file to a script in a process of its own, without the server's environment, and answers what it says;
 * undefined where the file took too much time or memory, or ended the process. A thread would not do: what runs out of
 * memory in one can end the whole server. The script says `ready`, takes one message of bytes, and answers one.
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

/** How often the memory of a process is looked at, where the system tells it: buffers do not count as JavaScript's. */
const watchMs = 50

function readNow<T>(
  script: URL,
  bytes: Uint8Array,
  { memoryMb, residentMb, readMs, startMs }: ReadLimits,
): Promise<T | undefined> {
  const child = fork(fileURLToPath(script), [], {
    execArgv: [`--max-old-space-size=${memoryMb}`, '--max-semi-space-size=8', '--no-warnings'],
    env: {},
    serialization: 'advanced',
    // What a process says when it is out of memory is nobody's log.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  return new Promise<T | undefined>((resolve, reject) => {
    let timer = setTimeout(() => settle(() => reject(new Error('no process to read a file in'))), startMs)
    let watch: NodeJS.Timeout | undefined
    const settle = (act: () => void) => {
      clearTimeout(timer)
      clearInterval(watch)
      child.removeAllListeners().on('error', () => {})
      child.kill('SIGKILL')
      act()
    }
    const unreadable = () => settle(() => resolve(undefined))
    let isReady = false
    let lateFrom = Infinity
    child.on('message', (message: 'ready' | T) => {
      // A process that is busy itself may hear of the answer before it hears of the time.
      if (message !== 'ready')
        return performance.now() >= lateFrom ? unreadable() : settle(() => resolve(message as T))
      isReady = true
      clearTimeout(timer)
      lateFrom = performance.now() + readMs
      timer = setTimeout(unreadable, readMs)
      watch = setInterval(() => {
        void residentMbOf(child.pid).then((resident) => resident > residentMb && child.kill('SIGKILL'))
      }, watchMs)
      child.send(bytes, (error) => error && unreadable())
    })
    child.once('error', (error) => settle(() => reject(error)))
    child.once('exit', () =>
      isReady ? unreadable() : settle(() => reject(new Error('the process to read a file in did not start'))),
    )
  })
}

/** What a process holds in memory; 0 where the system does not say. */
async function residentMbOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
}
