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

/**
 * Counts a try as a failure before it is made, so that many at once do not all slip through; throws 429 with
 * Retry-After while one of the counters has to wait. Failures older than an hour are forgotten.
 */
export async function takeTry(tx: Db, keys: Key[], now: Date): Promise<void> {
  const hashes = keys.map((key) => key.hash).sort()
  await tx
    .insertInto('sign_in_failures')
    .values(hashes.map((key_hash) => ({ key_hash, failures: 0, last_at: now })))
    .onConflict((on) => on.doNothing())
    .execute()
  const rows = await tx
    .selectFrom('sign_in_failures')
    .selectAll()
    .where('key_hash', 'in', hashes)
    .orderBy('key_hash')
    .forNoKeyUpdate()
    .execute()
  const waits = rows.map((row) => {
    const free = keys.find((key) => key.hash === row.key_hash)!.free
    return waitAfter(row.failures, free, now.getTime() - row.last_at.getTime())
  })
  const wait = Math.max(0, ...waits)
  if (wait > 0) throw new HttpError(429, 'too_many_requests', { retryAfter: Math.ceil(wait / 1000) })
  const fresh = new Date(now.getTime() - throttle.forgetAfterMs)
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
    .where('key_hash', 'in', hashes)
    .execute()
}

/** A success forgives the account all its failures, the address only this try. */
export async function forgive(db: Db, [account, address]: Key[]): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('key_hash', '=', account!.hash).execute()
  await db
    .updateTable('sign_in_failures')
    .set((row) => ({ failures: row('failures', '-', 1) }))
    .where('key_hash', '=', address!.hash)
    .where('failures', '>', 0)
    .execute()
}
