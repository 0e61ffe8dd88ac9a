import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Findings } from '../findings.ts'
import type { Inspected } from './inspect.ts'

/**
 * Bounds of looking at one file: the process's JavaScript memory, all of its memory, how long it may look, and until it is
 * there at all.
 */
export type ReadLimits = { memoryMb: number; residentMb: number; readMs: number; startMs: number }
export const readLimits: ReadLimits = { memoryMb: 128, residentMb: 512, readMs: 5000, startMs: 30_000 }

/** Files that are looked at at the same time; others wait for their turn. */
const atOnce = 2
let running = 0
const waiting: (() => void)[] = []

/**
 * Looks at a PDF in a process of its own: a file that takes too much memory or time ends that process, and is refused as
 * unreadable. A thread would not do: what runs out of memory in one can end the whole server.
 */
export async function inspectPdf(bytes: Uint8Array, limits: ReadLimits = readLimits): Promise<Inspected> {
  return (await inOwnProcess<Inspected>('./child.ts', bytes, limits)) ?? { refused: 'unreadable' }
}

/** Finds in a PDF what a notice says of itself, in a process of its own; undefined where its text cannot be read. */
export function findInPdf(bytes: Uint8Array, limits: ReadLimits = readLimits): Promise<Findings | undefined> {
  return inOwnProcess<Findings>('./find-child.ts', bytes, limits)
}

async function inOwnProcess<T>(
  script: `./${string}`,
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
  script: `./${string}`,
  bytes: Uint8Array,
  { memoryMb, residentMb, readMs, startMs }: ReadLimits,
): Promise<T | undefined> {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), [], {
    execArgv: [`--max-old-space-size=${memoryMb}`, '--max-semi-space-size=8', '--no-warnings'],
    env: {},
    serialization: 'advanced',
    // What a process says when it is out of memory is nobody's log.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  return new Promise<T | undefined>((resolve, reject) => {
    let timer = setTimeout(() => settle(() => reject(new Error('no process to read a PDF in'))), startMs)
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
    child.on('message', (message: 'ready' | T) => {
      if (message !== 'ready') return settle(() => resolve(message as T))
      isReady = true
      clearTimeout(timer)
      timer = setTimeout(unreadable, readMs)
      watch = setInterval(() => {
        void residentMbOf(child.pid).then((resident) => resident > residentMb && child.kill('SIGKILL'))
      }, watchMs)
      child.send(bytes, (error) => error && unreadable())
    })
    child.once('error', (error) => settle(() => reject(error)))
    child.once('exit', () =>
      isReady ? unreadable() : settle(() => reject(new Error('the process to read a PDF in did not start'))),
    )
  })
}

/** What a process holds in memory; 0 where the system does not say. */
async function residentMbOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
}
