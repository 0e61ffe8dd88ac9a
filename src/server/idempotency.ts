import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { conflict, HttpError } from '#server/errors.ts'
import { advisoryLocks } from '#server/locks.ts'

/** How long a key is kept (interface.md, calls 12). */
const keptMs = 24 * 3_600_000

export type Stored = { status: number; response: unknown }

/**
 * Runs a call once per (person, key) inside its transaction: the same key and body answers with the first result,
 * another body is 422, a twin that is still running 409 (interface.md, calls 12).
 */
export async function once(
  tx: Db,
  call: { userId: number; key: string; route: string; body: unknown; now: Date },
  run: () => Promise<Stored>,
): Promise<Stored> {
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(call.body ?? null))
    .digest('hex')
  const lock = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${call.userId}:${call.key}`},
      ${advisoryLocks.idempotencyKey})) as free`.execute(tx)
  if (!lock.rows[0]?.free) throw conflict('idempotency_running')
  // The nightly chore may be hours away: a key that is too old counts no more.
  await forgetOldKeys(tx, call.now, call)
  const known = await tx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('user_id', '=', call.userId)
    .where('key', '=', call.key)
    .executeTakeFirst()
  if (known && (known.body_hash !== bodyHash || known.route !== call.route))
    throw new HttpError(422, 'idempotency_reused')
  if (known?.status != null)
    return { status: known.status, response: JSON.parse(known.response ?? 'null') ?? undefined }
  const result = await run()
  await tx
    .insertInto('idempotency_keys')
    .values({
      user_id: call.userId,
      key: call.key,
      route: call.route,
      body_hash: bodyHash,
      status: result.status,
      response: JSON.stringify(result.response ?? null),
      created_at: call.now,
    })
    .execute()
  return result
}

/** Forgets keys older than 24 hours: all of them in the nightly chore, or one person's one. */
export async function forgetOldKeys(
  db: Db,
  now: Date,
  only?: { userId: number; key: string },
): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(now.getTime() - keptMs))
    .$if(only !== undefined, (old) => old.where('user_id', '=', only!.userId).where('key', '=', only!.key))
    .execute()
}
