import { createHash } from 'node:crypto'
import type { Db } from '#server/db/db.ts'
import { HttpError } from '#server/errors.ts'
import { throttle, waitAfter } from '../rules.ts'

type Key = { hash: string; free: number }

/** The two counters of a sign-in: the account it names and the address it comes from. Hashed, so no address is stored. */
export function throttleKeys(username: string, ip: string): Key[] {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  return [
    { hash: hash(`account:${username.toLowerCase()}`), free: throttle.account.free },
    { hash: hash(`address:${ip}`), free: throttle.address.free },
  ]
}

/** Throws 429 with Retry-After while one of the counters has to wait. */
export async function refuseWhileWaiting(db: Db, keys: Key[], now: Date): Promise<void> {
  const rows = await db
    .selectFrom('sign_in_failures')
    .selectAll()
    .where(
      'key_hash',
      'in',
      keys.map((key) => key.hash),
    )
    .execute()
  const waits = rows.map((row) => {
    const free = keys.find((key) => key.hash === row.key_hash)!.free
    return waitAfter(row.failures, free, now.getTime() - row.last_at.getTime())
  })
  const wait = Math.max(0, ...waits)
  if (wait > 0) throw new HttpError(429, 'too_many_requests', { retryAfter: Math.ceil(wait / 1000) })
}

/** Counts a failed sign-in for all its keys; failures older than an hour are forgotten. */
export async function countFailure(db: Db, keys: Key[], now: Date): Promise<void> {
  const fresh = new Date(now.getTime() - throttle.forgetAfterMs)
  await db
    .insertInto('sign_in_failures')
    .values(keys.map((key) => ({ key_hash: key.hash, failures: 1, last_at: now })))
    .onConflict((on) =>
      on.column('key_hash').doUpdateSet((row) => ({
        failures: row
          .case()
          .when('sign_in_failures.last_at', '<', fresh)
          .then(1)
          .else(row('sign_in_failures.failures', '+', 1))
          .end(),
        last_at: now,
      })),
    )
    .execute()
}

/** A success forgives the account, not the address. */
export async function forgiveAccount(db: Db, keys: Key[]): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('key_hash', '=', keys[0]!.hash).execute()
}
