import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { isPermission } from '#shared/permissions.ts'
import type { Db } from '../db/db.ts'
import { conflict, HttpError } from '../base/errors.ts'
import { advisoryLocks } from '../db/locks.ts'

/** How long a key is kept (interface.md, calls 12). */
const keptMs = 24 * 3_600_000

/** An answer; `unkept` when it must not be stored under the idempotency key. */
export type Stored = { status: number; response: unknown; unkept?: true }

type Caller = {
  id: number
  is_superuser: boolean
  permissions: readonly string[]
  user_type: string
  company_id: number | null
}

/**
 * Runs a call once per (person, key) inside its transaction: a repeat with the same body gets the first result, another
 * body 422, and a call whose twin is still running 409 (interface.md, calls 12). A stored answer is repeated only to a
 * caller who still holds the rights of the first call (403 `idempotency_rights`), because it may show data that others
 * must not see.
 */
export async function runIdempotently(
  tx: Db,
  call: { user: Caller; key: string; route: string; body: unknown; now: Date },
  run: () => Promise<Stored>,
): Promise<Stored> {
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(call.body ?? null))
    .digest('hex')
  const userId = call.user.id
  const lock = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${userId}:${call.key}`},
      ${advisoryLocks.idempotencyKey})) as free`.execute(tx)
  if (!lock.rows[0]?.free) throw conflict('idempotency_running')
  // The nightly cleanup may be hours away, so an expired key is ignored here.
  await deleteOldKeys(tx, call.now, { userId, key: call.key })
  const known = await tx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .where('key', '=', call.key)
    .executeTakeFirst()
  if (known && (known.body_hash !== bodyHash || known.route !== call.route))
    throw new HttpError(422, 'idempotency_reused')
  if (known && !stillHolds(call.user, known.held)) throw new HttpError(403, 'idempotency_rights')
  if (known?.status != null)
    return { status: known.status, response: JSON.parse(known.response ?? 'null') ?? undefined }
  const result = await run()
  if (result.unkept) return result
  await tx
    .insertInto('idempotency_keys')
    .values({
      user_id: userId,
      key: call.key,
      route: call.route,
      body_hash: bodyHash,
      status: result.status,
      response: JSON.stringify(result.response ?? null),
      held: rightsOf(call.user),
      created_at: call.now,
    })
    .execute()
  return result
}

/** Everything that decides about visible data: rights, and the company the person acts for. */
const rightsOf = ({ is_superuser, permissions, user_type, company_id }: Caller): string[] => [
  ...permissions,
  ...(is_superuser ? ['superuser'] : []),
  `${user_type}:${company_id ?? ''}`,
]

/** True when the caller still holds every right of the first call. */
function stillHolds(caller: Caller, held: readonly string[] | null): boolean {
  if (held === null) return false
  const now = new Set(rightsOf(caller))
  return held.every((one) => now.has(one) || (caller.is_superuser && isPermission(one)))
}

/** Deletes keys older than 24 hours: all of them in the nightly cleanup, or one key of a person. */
export async function deleteOldKeys(
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
