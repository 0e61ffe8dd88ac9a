import { sql } from 'kysely'
import type { AuditAction } from '#shared/audit-actions.ts'
import { addDays } from '#shared/dates.ts'
import { audit, auditOf, differences } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, HttpError, invalid, notFound } from '#server/base/errors.ts'
import { paging } from '#server/lists/list-query.ts'
import { implement } from '#server/routes/implement.ts'
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts'
import { versionOf } from '#server/routes/if-match.ts'
import { endRaisedTask } from '#features/tasks/server/raise.ts'
import { intake } from '../contract.ts'
import { getDelivery, listDeliveries, presentProviders, readDelivery } from './queries.ts'
import { type Attempt, attemptWithin, drain, jsonOf, lockDelivery, storeDelivery } from './receive.ts'
import { providerWithSecrets, recordRefusal, rotateSecret } from './secrets.ts'
import { signatureHeader, timeHeader, verifySignature } from './signature.ts'

export const intakeRoutes = implement(intake, {
  receive: async ({ db, services, params, headers, raw, now, today, auditContext }) => {
    const provider = await providerWithSecrets(db, services.config, params.provider, today)
    if (!provider) throw new HttpError(401, 'signature_invalid')
    const context = { ...auditContext, actor: { id: null, name: provider.title } }
    const verdict = verifySignature(provider.secrets, {
      time: headers[timeHeader],
      signature: headers[signatureHeader],
      body: raw,
      now,
    })
    if (verdict !== 'right') {
      await recordRefusal(db, context, provider, verdict)
      throw new HttpError(401, verdict === 'old' ? 'signature_old' : 'signature_invalid')
    }
    if (!provider.is_on) throw new HttpError(503, 'intake_off', { retryAfter: 3600 })
    const payload = textOf(raw)
    const when = { today, auditContext: context }
    const kept =
      payload === undefined
        ? undefined
        : await storeDelivery(db, when, provider, { payload, json: jsonOf(payload) })
    if (!kept) throw invalid({ id: 'validation.required' })
    const attempt: Attempt = (work) => inTransaction(db, work)
    await drain(db, attempt, when, { provider_id: provider.id, ref: kept.ref })
    return { id: kept.event_id, received: true as const }
  },

  deliveries: ({ reader, query, locale }) => listDeliveries(reader, query, locale),

  delivery: ({ db, params, user, locale }) => readDelivery(db, params.id, { user, locale }),

  retry: async ({ db, params, locale, today, auditContext }) => {
    const row = await lockOpen(db, params.id)
    await decide(db, auditContext, row, 'retry', {})
    await drain(db, attemptWithin(db), { today, auditContext }, row, { id: row.id })
    return getDelivery(db, row.id, locale)
  },

  book: async ({ db, params, body, locale, today, auditContext }) => {
    const { project_slug, reason } = body
    const row = await lockOpen(db, params.id)
    if (row.type !== 'pledged' && row.type !== 'confirmed') throw conflict('delivery_not_bookable')
    if (project_slug !== undefined) {
      const project = await db
        .selectFrom('projects')
        .select('id')
        .where('slug', '=', project_slug)
        .executeTakeFirst()
      if (!project) throw invalid({ project_slug: 'private_donations.unknown_project' })
    }
    await decide(db, auditContext, row, 'book', {
      reason,
      ...(project_slug !== undefined && { project_slug }),
    })
    await db.updateTable('intake_deliveries').set({ note: reason }).where('id', '=', row.id).execute()
    const mine = { id: row.id, decided: { project_slug } }
    await drain(db, attemptWithin(db), { today, auditContext }, row, mine)
    return getDelivery(db, row.id, locale)
  },

  close: async ({ db, params, body, locale, now, auditContext }) => {
    const row = await lockOpen(db, params.id)
    await decide(db, auditContext, row, 'close', body)
    await db
      .updateTable('intake_deliveries')
      .set({ state: 'closed', problem: '', note: body.reason, decided_at: now })
      .where('id', '=', row.id)
      .execute()
    await endRaisedTask(db, auditContext, row.task_id)
    return getDelivery(db, row.id, locale)
  },

  providers: async ({ db, query }) => {
    const all = await presentProviders(db)
    const from = (query.page - 1) * query.page_size
    return { ...paging(all.length, query), results: all.slice(from, from + query.page_size) }
  },

  createProvider: async ({ db, body, now, auditContext }) => {
    try {
      const { id } = await db
        .insertInto('intake_providers')
        .values({ ...body, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { code, title, is_on, books_payouts } = body
      await audit(db, auditContext, {
        action: 'create',
        ...auditOf('intake_provider', { id, title }),
        after: { code, title, is_on, books_payouts },
      })
    } catch (error) {
      if (violatedConstraint(error) === 'intake_providers_code_key')
        throw invalid({ code: 'intake.code_known' })
      throw error
    }
    return (await presentProviders(db, [body.code]))[0]!
  },

  changeProvider: async (context) => {
    const { db, params, body, auditContext } = context
    const row = await lockProvider(db, params.code)
    const current = (await presentProviders(db, [row.code]))[0]!
    if (versionOf(context) !== row.version) throw conflict('edit_conflict', { current })
    const { title, is_on, books_payouts } = row
    const { version: _version, ...given } = body
    const before = { title, is_on, books_payouts }
    const changes = differences(before, { ...before, ...given })
    if (Object.keys(changes.after).length === 0) return current
    await db
      .updateTable('intake_providers')
      .set({ ...changes.after, version: row.version + 1 })
      .where('id', '=', row.id)
      .execute()
    await audit(db, auditContext, {
      action: 'change',
      ...auditOf('intake_provider', { id: row.id, title }),
      ...changes,
    })
    return (await presentProviders(db, [row.code]))[0]!
  },

  rotate: async ({ db, services, params, body, today, auditContext }) => {
    const { secret, old_ends_on } = body
    if (old_ends_on !== undefined && old_ends_on < today) throw invalid({ old_ends_on: 'intake.end_past' })
    const provider = await lockProvider(db, params.code)
    await rotateSecret(db, auditContext, services.config, provider, {
      secret,
      old_ends_on,
      yesterday: addDays(today, -1),
    })
    return (await presentProviders(db, [provider.code]))[0]!
  },
})

async function lockProvider(tx: Db, code: string) {
  const row = await tx
    .selectFrom('intake_providers')
    .selectAll()
    .where('code', '=', code)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Locks an open delivery; 409 `delivery_settled` otherwise. */
async function lockOpen(tx: Db, id: number) {
  const { rows } = await sql`select from intake_deliveries where id = ${id}::bigint`.execute(tx)
  if (rows.length === 0) throw notFound()
  const row = await lockDelivery(tx, id)
  if (row.state === 'applied' || row.state === 'closed')
    throw conflict('delivery_settled', { current: { state: row.state } })
  return row
}

async function decide(
  tx: Db,
  context: Parameters<typeof audit>[1],
  row: { id: number; event_id: string },
  action: AuditAction,
  after: object,
): Promise<void> {
  await audit(tx, context, {
    action,
    ...auditOf('intake_delivery', { id: row.id, title: row.event_id }),
    after: { ...after },
  })
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
