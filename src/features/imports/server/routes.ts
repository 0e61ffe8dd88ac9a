import { basename } from 'node:path'
import { audit, type AuditContext, type AuditEvent } from '#server/audit.ts'
import type { Db } from '#server/db/db.ts'
import { inTransaction, violatedConstraint } from '#server/transaction.ts'
import { conflict, forbidden, invalid, InvalidInput } from '#server/errors.ts'
import { enqueue } from '#server/jobs.ts'
import { paging } from '#server/list.ts'
import { type Context, implement } from '#server/routes.ts'
import { can, type Holder } from '#shared/permissions.ts'
import type { Route } from '#shared/route.ts'
import { imports } from '../contract.ts'
import { ReadError } from '../reading/errors.ts'
import { canChange, canRun, type ImportState, isWorking } from '../work-rules.ts'
import { changeImport } from './change.ts'
import { readHead } from './head.ts'
import { importJob } from './jobs.ts'
import { failureText, presentImport, presentImportDetail } from './present.ts'
import {
  clearStaging,
  getImport,
  giveUpLost,
  type ImportRecord,
  insertImport,
  lockImport,
} from './records.ts'
import { refusedFile } from './refused-file.ts'

/** How long a worker may be silent before its import no longer stands in the way of others. */
const lostAfterMs = 5 * 60_000

type Asked = Pick<Context<Route>, 'db' | 'now' | 'locale'> & { user: Holder; params: { id: number } }

export const importRoutes = implement(imports, {
  list: async ({ reader, query, user, locale }) => {
    mayCreateBoth(user)
    const { n } = await reader
      .selectFrom('imports')
      .select((row) => row.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    const rows = await reader
      .selectFrom('imports')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(query.page_size)
      .offset((query.page - 1) * query.page_size)
      .execute()
    const results = rows.map((row) => presentImport(row as unknown as ImportRecord, locale))
    return { ...paging(n, query), results }
  },

  upload: async ({ db, user, now, locale, today, upload, services, auditContext }) => {
    mayCreateBoth(user)
    const { files } = services
    const stored = await files.put(upload.stream)
    try {
      const { head, mapping } = await readHead(await files.localPath(stored.key), {})
      const imported: Parameters<typeof insertImport>[1] = {
        filename: nameOf(upload.filename),
        size_bytes: stored.size,
        file_hash: stored.sha256,
        file_key: stored.key,
        kind: head.facts.kind,
        options: { partial: false, rates: {}, funding_type: 1, language: locale },
        mapping,
        head,
        actor: auditContext.actor,
        now,
      }
      const id = await inTransaction(db, async (tx) => {
        const made = await insertImport(tx, imported)
        const { filename, size_bytes } = imported
        await note(tx, auditContext, 'upload', { id: made, filename }, { after: { filename, size_bytes } })
        return made
      })
      return presentImportDetail(await getImport(db, id), { locale, today, services })
    } catch (error) {
      await files.remove(stored.key)
      throw error instanceof ReadError ? unreadable(error, locale) : error
    }
  },

  read: async ({ db, user, params, locale, today, services }) => {
    mayCreateBoth(user)
    return presentImportDetail(await getImport(db, params.id), { locale, today, services })
  },

  change: async ({ db, user, params, body, locale, today, now, services, auditContext }) => {
    mayCreateBoth(user)
    try {
      await changeImport(db, { id: params.id, body, now, files: services.files, auditContext })
    } catch (error) {
      throw error instanceof ReadError ? unreadable(error, locale) : error
    }
    return presentImportDetail(await getImport(db, params.id), { locale, today, services })
  },

  check: async (context) => start(context, 'checking'),
  run: async (context) => start(context, 'running'),

  cancel: async ({ db, user, params, now, locale, auditContext }) => {
    mayCreateBoth(user)
    const record = await lockImport(db, params.id)
    if (!isWorking(record.state as ImportState)) throw conflict('import_not_working')
    // Nobody holds the lease: there is no worker to tell.
    const idle = !record.lease_until || record.lease_until < now
    await db
      .updateTable('imports')
      .set(
        idle
          ? { state: 'cancelled', step: null, lease_token: null, lease_until: null, finished_at: now }
          : { cancel_requested: true },
      )
      .where('id', '=', record.id)
      .execute()
    const after = idle ? { state: 'cancelled' } : { cancel_requested: true }
    await note(db, auditContext, 'cancel', record, { before: { state: record.state }, after })
    return presentImport(await getImport(db, record.id), locale)
  },

  remove: async ({ db, user, params, services, auditContext }) => {
    mayCreateBoth(user)
    const record = await inTransaction(db, async (tx) => {
      const locked = await lockImport(tx, params.id, 'removal')
      if (isWorking(locked.state as ImportState)) throw conflict('import_at_work')
      await clearStaging(tx, locked.id)
      await tx.deleteFrom('imports').where('id', '=', locked.id).execute()
      const { filename, state, counts } = locked
      await note(tx, auditContext, 'delete', locked, { before: { filename, state, counts } })
      return locked
    })
    if (record.file_key) await services.files.remove(record.file_key)
  },

  refused: async ({ db, user, params, query, locale }) => {
    mayCreateBoth(user)
    return refusedFile(db, await getImport(db, params.id), query.format, locale)
  },
})

function note(
  tx: Db,
  context: AuditContext,
  action: string,
  { id, filename }: { id: number; filename: string },
  values: Pick<AuditEvent, 'before' | 'after'>,
) {
  return audit(tx, context, {
    action,
    object_type: 'import',
    object_id: id,
    object_title: filename,
    ...values,
  })
}

/** The route asks for `create_projects`; imports make organizations too. */
function mayCreateBoth(user: Holder): void {
  if (!can(user, 'create_organizations')) throw forbidden('create_organizations')
}

async function start(
  { db, user, params, now, locale, auditContext }: Asked & Pick<Context<Route>, 'auditContext'>,
  state: 'checking' | 'running',
) {
  mayCreateBoth(user)
  await giveUpLost(db, now, new Date(now.getTime() - lostAfterMs))
  const record = await lockImport(db, params.id)
  if (!canChange(record.state as ImportState) || !record.file_key) throw conflict('import_at_work')
  const checked = record.state === 'checked'
  if (state === 'running' && checked && !canRun('checked', record.counts, record.options.partial))
    throw conflict('import_rows_refused')
  const { actor } = auditContext
  try {
    await db
      .updateTable('imports')
      .set({
        state,
        step: null,
        rows_done: 0,
        failure: null,
        cancel_requested: false,
        actor_id: actor.id,
        actor_name: actor.name,
        finished_at: null,
        updated_at: now,
        ...(state === 'checking' ? { counts: null, staged_at: null } : {}),
      })
      .where('id', '=', record.id)
      .execute()
  } catch (error) {
    if (violatedConstraint(error) === 'imports_one_at_work') throw conflict('import_other_at_work')
    throw error
  }
  const values = { before: { state: record.state }, after: { state } }
  await note(db, auditContext, state === 'checking' ? 'check' : 'run', record, values)
  await enqueue(db, importJob, { id: record.id })
  return presentImport(await getImport(db, record.id), locale)
}

function nameOf(filename: string): string {
  const name = basename(filename.replaceAll('\\', '/')).replace(/\p{C}/gu, '').trim()
  return name.slice(0, 200) || '-'
}

function unreadable(error: ReadError, locale: Context<Route>['locale']): InvalidInput {
  return invalid({ file: { key: failureText(error, locale) } })
}
