import { EventEmitter, once } from 'node:events'
import type { Db } from '#server/db/db.ts'

const bell = new EventEmitter().setMaxListeners(0)
let rung = 0
/** Transactions under way; whether a job was asked for in them. */
const open = new WeakMap<object, { asked: boolean }>()

/** Tells the workers of this process that a job was asked for: once the transaction is committed, outside of one at once. */
export function ringForWork(db: Db): void {
  const transaction = open.get(db)
  if (transaction) transaction.asked = true
  else ring()
}

/** Does a transaction and rings afterwards, when a job was asked for in it and it was committed. */
export async function ringingAfter<T>(transaction: (within: (tx: Db) => void) => Promise<T>): Promise<T> {
  const state = { asked: false }
  const result = await transaction((tx) => void open.set(tx, state))
  if (state.asked) ring()
  return result
}

function ring(): void {
  rung++
  bell.emit('work')
}

/** How often the bell has rung: what rings between a look and the waiting for the next is not missed. */
export const ringsSoFar = (): number => rung

/** Waits until the bell has rung more often than `heard`, for `ms` at most, or until `signal` is aborted. */
export async function nextRing(heard: number, ms: number, signal: AbortSignal): Promise<void> {
  if (rung !== heard || signal.aborted) return
  await once(bell, 'work', { signal: AbortSignal.any([signal, AbortSignal.timeout(ms)]) }).catch(() => {})
}
