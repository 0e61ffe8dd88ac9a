import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { audit, type AuditContext, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict } from '#server/base/errors.ts'
import type { Config } from '#server/base/config.ts'
import { seal, unseal } from '#server/auth/encryption.ts'
import { inTransaction } from '#server/db/transaction.ts'

const boundTo = (code: string) => `intake:${code}`

/** A provider with its secrets valid on a day; undefined for an unknown code. */
export async function providerWithSecrets(db: Db, config: Config, code: string, today: Day) {
  const provider = await db
    .selectFrom('intake_providers')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirst()
  if (!provider) return undefined
  const rows = await db
    .selectFrom('intake_secrets')
    .select('sealed')
    .where('provider_id', '=', provider.id)
    .where((row) => row.or([row('ends_on', 'is', null), row('ends_on', '>=', today)]))
    .orderBy('id', 'desc')
    .execute()
  const secrets = rows.flatMap(({ sealed }) => unseal(config, sealed, boundTo(code)) ?? [])
  return { ...provider, secrets }
}

/**
 * Sets a new secret. The previous one stays valid until the end of the given day, or ends at once. At most two are
 * valid at a time, so one that already had an end day ends now.
 */
export async function rotateSecret(
  tx: Db,
  context: AuditContext,
  config: Config,
  provider: { id: number; code: string; title: string },
  { secret, old_ends_on, yesterday }: { secret: string; old_ends_on: Day | undefined; yesterday: Day },
): Promise<void> {
  const old = await tx
    .selectFrom('intake_secrets')
    .select(['id', 'sealed', 'ends_on'])
    .where('provider_id', '=', provider.id)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (old.some(({ sealed }) => unseal(config, sealed, boundTo(provider.code)) === secret))
    throw conflict('secret_known')
  for (const { id, ends_on } of old) {
    const end = ends_on === null ? (old_ends_on ?? yesterday) : ends_on > yesterday ? yesterday : ends_on
    await tx.updateTable('intake_secrets').set({ ends_on: end }).where('id', '=', id).execute()
  }
  const tail = secret.slice(-4)
  await tx
    .insertInto('intake_secrets')
    .values({
      provider_id: provider.id,
      sealed: seal(config, secret, boundTo(provider.code)),
      tail,
      created_at: context.now,
    })
    .execute()
  await audit(tx, context, {
    action: 'set_secret',
    ...auditOf('intake_provider', provider),
    after: { secret: '••••', old_ends_on: old_ends_on ?? null },
  })
}

/**
 * Records a call with a wrong or expired signature. Only the first per hour is audited and the rest are counted, so
 * that strangers cannot flood the log.
 */
export async function recordRefusal(
  db: Db,
  context: AuditContext,
  provider: { id: number; title: string },
  why: 'wrong' | 'old',
): Promise<void> {
  const hour = new Date(Math.floor(context.now.getTime() / 3_600_000) * 3_600_000)
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ n: number }>`
      insert into intake_refusals (provider_id, hour, n) values (${provider.id}::bigint, ${hour}, 1)
      on conflict (provider_id, hour) do update set n = intake_refusals.n + 1 returning n`.execute(tx)
    if (rows[0]!.n > 1) return
    await audit(tx, context, {
      action: 'intake_refused',
      ...auditOf('intake_provider', provider),
      after: { signature: why },
    })
  })
}
