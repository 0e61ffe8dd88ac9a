import { audit, auditOf } from '#server/audit/audit.ts'
import { scopeOf } from '#server/auth/company-scope.ts'
import { conflict, invalid } from '#server/base/errors.ts'
import { enqueue } from '#server/work/jobs.ts'
import type { Context } from '#server/routes/implement.ts'
import { violatedConstraint } from '#server/db/transaction.ts'
import { isSameName } from '#shared/normalize.ts'
import type { imports } from '../../contract.ts'
import { importJob } from '../jobs.ts'
import { presentImport } from '../present.ts'
import { getImport, lockImport } from '../records.ts'
import { countImported } from './counts.ts'
import { dependentsOf } from './dependents.ts'

/** Previews what undoing an import would remove, and what prevents it. */
export async function previewUndo({
  reader,
  params,
  user,
}: Pick<Context<typeof imports.previewUndo>, 'reader' | 'params' | 'user'>) {
  const { id, state } = await getImport(reader, params.id, scopeOf(user))
  const depends = state === 'done' ? await dependentsOf(reader, id, user) : []
  return { can_undo: state === 'done' && depends.length === 0, ...(await countImported(reader, id)), depends }
}

/** Queues the undo of an import, unless something depends on it. */
export async function startUndo({
  db,
  user,
  params,
  body,
  now,
  locale,
  auditContext,
}: Pick<
  Context<typeof imports.undo>,
  'db' | 'user' | 'params' | 'body' | 'now' | 'locale' | 'auditContext'
>) {
  const record = await lockImport(db, params.id, scopeOf(user))
  if (record.state !== 'done') throw conflict('import_not_done')
  if (!isSameName(body.confirm_filename, record.filename))
    throw invalid({ confirm_filename: 'imports.confirm_filename_differs' })
  const depends = await dependentsOf(db, record.id, user)
  if (depends.length > 0) {
    const blocking = depends.flatMap(({ kind, items }) =>
      items.map(({ slug, title }) => ({ slug, title, code: kind })),
    )
    throw conflict('import_depends', { blocking })
  }
  const { actor } = auditContext
  try {
    await db
      .updateTable('imports')
      .set({
        state: 'undoing',
        step: null,
        rows_done: 0,
        rows_total: null,
        failure: null,
        cancel_requested: false,
        undo: JSON.stringify({ actor, reason: body.reason }),
        updated_at: now,
      })
      .where('id', '=', record.id)
      .execute()
  } catch (error) {
    if (violatedConstraint(error) === 'imports_one_at_work') throw conflict('import_other_at_work')
    throw error
  }
  await audit(db, auditContext, {
    action: 'ask_undo',
    ...auditOf('import', { id: record.id, title: record.filename }),
    before: { state: record.state },
    after: { state: 'undoing', reason: body.reason },
  })
  await enqueue(db, importJob, { id: record.id })
  return presentImport(await getImport(db, record.id, scopeOf(user)), locale)
}
