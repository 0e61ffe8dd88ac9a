import { createHash } from 'node:crypto'
import type { Db } from '#server/db/db.ts'
import { HttpError } from '#server/base/errors.ts'
import { forgetAfterMs, type Limit, networkOf, throttle, waitAfter } from '../rules.ts'

/** Key of a failure counter and its limit. The key is a hash, so no name or address is stored. */
export type Counter = { hash: string; limit: Limit }

export function counter(limit: Limit, ...what: string[]): Counter {
  return { limit, hash: createHash('sha256').update(JSON.stringify(what)).digest('hex') }
}

/**
 * Counters of a sign-in. `taken` counts before the attempt, so that parallel attempts do not all pass. `failed` counts only
 * after a failure, so that people behind one address can sign in at the same time.
 */
export function signInCounters(name: string, ip: string, device: string | undefined) {
  if (device !== undefined) return { taken: [counter(throttle.device, 'device', device)], failed: [] }
  const account = name.toLowerCase()
  return {
    taken: [counter(throttle.pair, 'pair', account, networkOf(ip))],
    failed: [
      counter(throttle.address, 'address', networkOf(ip)),
      counter(throttle.account, 'account', account),
    ],
  }
}

/** Throws 429 with Retry-After while a counter must wait; otherwise counts a try under `taken`. */
export async function countTry(tx: Db, taken: Counter[], now: Date, asWell: Counter[] = []): Promise<void> {
  const counters = [...taken, ...asWell]
  const failures = await lockCounts(tx, counters, now)
  const waits = counters.map(({ hash, limit }) => {
    const row = failures.get(hash)!
    return waitAfter(row.failures, limit, now.getTime() - row.last_at.getTime())
  })
  const wait = Math.max(0, ...waits)
  if (wait > 0) throw new HttpError(429, 'too_many_requests', { retryAfter: Math.ceil(wait / 1000) })
  await add(tx, taken, now)
}

/** Counts a failure under `failed`; true if any counter must wait now. */
export async function countFailure(
  tx: Db,
  { taken, failed }: { taken: Counter[]; failed: Counter[] },
  now: Date,
): Promise<boolean> {
  const counters = [...taken, ...failed]
  const before = await lockCounts(tx, counters, now)
  await add(tx, failed, now)
  const failures = ({ hash }: Counter) => before.get(hash)!.failures
  return (
    taken.some((one) => failures(one) >= one.limit.free) ||
    failed.some((one) => failures(one) + 1 >= one.limit.free)
  )
}

/** A success clears the counts under `taken`; failures of others under the same address stay. */
export async function clearFailures(db: Db, taken: Counter[]): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where(
      'key_hash',
      'in',
      taken.map(({ hash }) => hash),
    )
    .execute()
}

// One statement creates, locks and reads the rows, because between two statements a success could delete rows just found.
async function lockCounts(tx: Db, counters: Counter[], now: Date) {
  const hashes = counters.map(({ hash }) => hash).sort()
  const rows = await tx
    .insertInto('sign_in_failures')
    .values(hashes.map((key_hash) => ({ key_hash, failures: 0, last_at: now })))
    .onConflict((on) =>
      on.column('key_hash').doUpdateSet((row) => ({ failures: row.ref('sign_in_failures.failures') })),
    )
    .returningAll()
    .execute()
  return new Map(rows.map((row) => [row.key_hash, row]))
}

async function add(tx: Db, counters: Counter[], now: Date): Promise<void> {
  if (counters.length === 0) return
  const fresh = new Date(now.getTime() - forgetAfterMs)
  await tx
    .updateTable('sign_in_failures')
    .set((row) => ({
      failures: row
        .case()
        .when('last_at', '<', fresh)
        .then(1)
        .else(row('failures', '+', 1))
        .end(),
      last_at: now,
    }))
    .where(
      'key_hash',
      'in',
      counters.map(({ hash }) => hash),
    )
    .execute()
}
