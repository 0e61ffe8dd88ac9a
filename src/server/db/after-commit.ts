import { EventEmitter, once } from 'node:events'
import type { Db } from './db.ts'

const workers = new EventEmitter().setMaxListeners(0)
let wakes = 0
/** Open transactions, and whether each has requested a job. */
const open = new WeakMap<object, { asked: boolean }>()

/** Wakes this process's workers: after the commit, or immediately outside a transaction. */
export function wakeWorkers(db: Db): void {
  const transaction = open.get(db)
  if (transaction) transaction.asked = true
  else wake()
}

/** Runs a transaction and wakes the workers after its commit, if it requested a job. */
export async function wakeAfterCommit<T>(transaction: (within: (tx: Db) => void) => Promise<T>): Promise<T> {
  const state = { asked: false }
  const result = await transaction((tx) => void open.set(tx, state))
  if (state.asked) wake()
  return result
}

function wake(): void {
  wakes++
  workers.emit('work')
}

/** How often the workers were woken; `nextWake` compares, so that a wake before the wait is not missed. */
export const wakesSoFar = (): number => wakes

/** Waits until the workers were woken more often than `seen`, for `ms` at most, or until `signal` is aborted. */
export async function nextWake(seen: number, ms: number, signal: AbortSignal): Promise<void> {
  if (wakes !== seen || signal.aborted) return
  await once(workers, 'work', { signal: AbortSignal.any([signal, AbortSignal.timeout(ms)]) }).catch(() => {})
}
