import { basename } from 'node:path'
import { sql } from 'kysely'
import { audit, type AuditContext, type AuditEvent, auditOf } from '#server/audit/audit.ts'
import { inScope, isCompanyUser, scopeOf } from '#server/auth/company-scope.ts'
import { isDatabaseAway } from '#server/db/connection-errors.ts'
import type { Db } from '#server/db/db.ts'
import type { User } from '#server/auth/session.ts'
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts'
import { sentVersion, versionOf } from '#server/routes/if-match.ts'
import { conflict, forbidden, HttpError, invalid, InvalidInput } from '#server/base/errors.ts'
import { enqueue } from '#server/work/jobs.ts'
import { paging } from '#server/lists/list-query.ts'
import { AnswerAbout, type Context, guarded, implement } from '#server/routes/implement.ts'
import type { AuditAction } from '#shared/audit-actions.ts'
import { can, type Holder } from '#shared/permissions.ts'
import type { Route } from '#shared/route.ts'
import { importRecipes, imports } from '../contract.ts'
import { ReadError } from '#shared/reading/errors.ts'
import type { ExcerptRow } from '#shared/reading/excerpt-row.ts'
import { excerptOfFile } from '../reading/in-sandbox.ts'
import { ratesIn } from '../rates.ts'
import { getPlatformFeatures } from '#features/platform-features/server/queries.ts'
import {
  bookedBy,
  canChange,
  canRun,
  type Expected,
  type ImportCounts,
  type ImportState,
  isWorking,
  whyNotBooked,
} from '../work-rules.ts'
import { importWorkRows } from './import-work.ts'
import { changeImport, noChoices } from './change.ts'
import { refuseForbiddenMapping, withoutForbidden } from './field-rights.ts'
import { readHead } from './file-preview.ts'
import { importJob } from './jobs.ts'
import { failureText, presentImport, presentImportDetail } from './present.ts'
import { currencyQuestion, lettersQuestion, toConfirm } from './questions.ts'
import {
  clearStaging,
  getImport,
  failAbandonedImports,
  type ImportRecord,
  insertImport,
  lockImport,
} from './records.ts'
import {
  findRecipeFor,
  listRecipes,
  lockRecipe,
  presentRecipe,
  recipesFor,
  removeRecipe,
  renameRecipe,
} from './recipes.ts'
import { rateSums } from './rate-sums.ts'
import { assessRun, moneyOfThisYear, planOf, refuseUnbookable, returningRight } from './money-rights.ts'
import { refusedFile } from './refused-file.ts'
import { countMatches, fileRows, problemRows } from './repair-rows.ts'
import { decideNames } from './same-names.ts'
import { earlierOfSource } from './previous-imports.ts'
import { previewUndo, startUndo } from './undo/routes.ts'

type DetailContext = Pick<Context<Route>, 'db' | 'now' | 'today' | 'locale'> & {
  user: User
  params: { id: number }
}

export const importRoutes = implement(imports, {
  list: async ({ reader, query, user, locale }) => {
    mayCreateBoth(user)
    const visible = reader.selectFrom('imports').where(inScope(scopeOf(user), sql`company_id`))
    const { n } = await visible.select((row) => row.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
    const rows = await visible
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(query.page_size)
      .offset((query.page - 1) * query.page_size)
      .execute()
    const results = rows.map((row) => presentImport(row as unknown as ImportRecord, locale))
    return { ...paging(n, query), results }
  },

  upload: async ({ db, user, now, locale, today, upload, writeOnce, services, auditContext }) => {
    mayCreateBoth(user)
    const company_id = ownerOf(user)
    const { files } = services
    const stored = await files.put(upload.stream)
    try {
      const path = await files.localPath(stored.key)
      const found = await readHead(path)
      const known = await findRecipeFor(db, found, {
        company_id,
        readFrom: (before) => readHead(path, {}, { before }),
      })
      const { head, mapping } = known ?? found
      const held = withoutForbidden(mapping, user)
      const imported: Parameters<typeof insertImport>[1] = {
        filename: nameOf(upload.filename),
        size_bytes: stored.size,
        file_hash: stored.sha256,
        file_key: stored.key,
        kind: head.facts.kind,
        options: { partial: false, ...noChoices, ...known?.options, language: locale },
        mapping: held,
        head,
        recipe: known?.recipe,
        company_id,
        actor: auditContext.actor,
        now,
      }
      const { value: id, repeated } = await inTransaction(db, (tx) =>
        writeOnce(tx, stored.sha256, async () => {
          const made = await insertImport(tx, imported)
          const { filename, size_bytes } = imported
          await note(tx, auditContext, 'upload', { id: made, filename }, { after: { filename, size_bytes } })
          return made
        }),
      )
      if (repeated) await files.remove(stored.key)
      return detail(db, id, { user, locale, today, services })
    } catch (error) {
      // After a connection lost at commit the import may exist; a file without a row is removed at night.
      if (isDatabaseAway(error)) throw error
      const rows =
        error instanceof ReadError && error.line !== undefined
          ? await excerptOfFile(await files.localPath(stored.key), error.line)
          : []
      await files.remove(stored.key)
      throw error instanceof ReadError ? unreadable(error, locale, rows) : error
    }
  },

  read: async ({ db, user, params, locale, today, services }) => {
    mayCreateBoth(user)
    const found = await detail(db, params.id, { user, locale, today, services })
    // A running import is polled every second, so it is not recorded.
    const record = isWorking(found.state) ? null : { id: found.id, title: found.filename }
    return new AnswerAbout(record, found)
  },

  change: async (context) => {
    const { db, user, params, body, locale, today, now, services, auditContext } = context
    mayCreateBoth(user)
    const current = () => detail(db, params.id, { user, locale, today, services })
    const version = sentVersion(context)
    const { files } = services
    try {
      await changeImport(db, { id: params.id, body, version, now, files, auditContext, user, current })
    } catch (error) {
      throw error instanceof ReadError ? unreadable(error, locale) : error
    }
    return current()
  },

  rows: async ({ db, user, params, query, locale, services }) => {
    mayCreateBoth(user)
    const record = await getImport(db, params.id, scopeOf(user))
    const { of, ...page } = query
    if (of === 'refused') {
      const { n, results } = await problemRows(db, record, query, { user, locale })
      return { ...paging(n, query), results }
    }
    if (!record.file_key) throw conflict('import_at_work')
    // Pages beyond the end are not read from the file.
    const { rows = 0, repaired = 0 } = record.counts ?? {}
    const pages = paging(of === 'all' ? rows : repaired, query)
    const path = await services.files.localPath(record.file_key)
    return { ...pages, results: await fileRows(db, path, record, { of, ...page }, { user, locale }) }
  },

  matches: async ({ db, user, params, query, services }) => {
    mayCreateBoth(user)
    const record = await getImport(db, params.id, scopeOf(user))
    if (!record.file_key) throw conflict('import_at_work')
    const { find, column = null } = query
    return countMatches(await services.files.localPath(record.file_key), record, { find, column })
  },

  names: async ({ db, user, params, body, locale, today, services, auditContext }) => {
    mayCreateBoth(user)
    const record = await lockImport(db, params.id, scopeOf(user))
    await decideNames(db, { record, decided: body.names, auditContext })
    return detail(db, params.id, { user, locale, today, services })
  },

  sums: async ({ db, user, params, query, today }) => {
    mayCreateBoth(user)
    const { currency } = query
    const rates = ratesIn(query.rates ?? '', currency)
    if (!rates) throw invalid({ rates: 'imports.rate' })
    return rateSums(db, await getImport(db, params.id, scopeOf(user)), { currency, rates, today })
  },

  check: async (context) => start(context, 'checking'),
  run: guarded(assessRun, async (context) => {
    const { plan, expected } = context.body
    if (
      plan !== undefined &&
      plan !== planOf(await getImport(context.db, context.params.id, scopeOf(context.user)))
    )
      throw conflict('import_changed')
    return start(context, 'running', expected)
  }),

  cancel: async ({ db, user, params, now, locale, auditContext }) => {
    mayCreateBoth(user)
    const record = await lockImport(db, params.id, scopeOf(user))
    if (!isWorking(record.state as ImportState)) throw importWorkRows.notRunning()
    // Nobody holds the lease, so there is no worker to notify.
    const idle = !record.lease_until || record.lease_until < now
    const free = { step: null, lease_token: null, lease_until: null }
    const over =
      record.state === 'undoing'
        ? { ...free, state: 'done', undo: null }
        : { ...free, state: 'cancelled', finished_at: now }
    await db
      .updateTable('imports')
      .set(idle ? over : { cancel_requested: true })
      .where('id', '=', record.id)
      .execute()
    const after = idle ? { state: over.state } : { cancel_requested: true }
    await note(db, auditContext, 'cancel', record, { before: { state: record.state }, after })
    return presentImport(await getImport(db, record.id, scopeOf(user)), locale)
  },

  earlier: async ({ reader, user, params }) => {
    mayCreateBoth(user)
    return {
      results: await earlierOfSource(
        reader,
        scopeOf(user),
        await getImport(reader, params.id, scopeOf(user)),
      ),
    }
  },

  previewUndo: async (context) => {
    mayCreateBoth(context.user)
    return previewUndo(context)
  },

  undo: async (context) => {
    if (!can(context.user, 'delete_organizations')) throw forbidden('delete_organizations')
    const { counts } = await getImport(context.db, context.params.id, scopeOf(context.user))
    const { cents, taken_cents } = moneyOfThisYear(counts, context.today)
    if (cents + taken_cents > 0 && !can(context.user, returningRight)) throw forbidden(returningRight)
    await failAbandonedImports(context.db, context.now)
    return startUndo(context)
  },

  remove: async ({ db, user, params, services, auditContext }) => {
    mayCreateBoth(user)
    const record = await inTransaction(db, async (tx) => {
      const locked = await lockImport(tx, params.id, scopeOf(user), 'removal')
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
    return refusedFile(db, await getImport(db, params.id, scopeOf(user)), query.format, { user, locale })
  },
})

export const importRecipeRoutes = implement(importRecipes, {
  list: async ({ db, query, user }) => {
    mayCreateBoth(user)
    return listRecipes(db, query, scopeOf(user))
  },

  change: async (context) => {
    const { db, user, params, body, auditContext } = context
    mayCreateBoth(user)
    const recipe = await lockRecipe(db, params.slug, scopeOf(user))
    if (versionOf(context) !== recipe.version)
      throw conflict('edit_conflict', { current: presentRecipe(recipe) })
    return presentRecipe(await renameRecipe(db, recipe, body.title, auditContext))
  },

  delete: async ({ db, user, params, auditContext }) => {
    mayCreateBoth(user)
    await removeRecipe(db, await lockRecipe(db, params.slug, scopeOf(user), 'removal'), auditContext)
  },
})

async function detail(
  db: Db,
  id: number,
  asked: Pick<Context<Route>, 'locale' | 'today' | 'services'> & { user: User },
) {
  const { import_confirm_cents: confirmFromCents } = await getPlatformFeatures(db)
  const record = await getImport(db, id, scopeOf(asked.user))
  return presentImportDetail(record, { ...asked, confirmFromCents, recipes: await recipesFor(db, record) })
}

function note(
  tx: Db,
  context: AuditContext,
  action: AuditAction,
  { id, filename }: { id: number; filename: string },
  values: Pick<AuditEvent, 'before' | 'after'>,
) {
  return audit(tx, context, {
    action,
    ...auditOf('import', { id, title: filename }),
    ...values,
  })
}

/** The route requires `create_projects`; imports create organizations too. */
function mayCreateBoth(user: Holder): void {
  if (!can(user, 'create_organizations')) throw forbidden('create_organizations')
}

/** The owner of an upload: the company of a company user; 403 `company_user` for one without a company. */
function ownerOf(user: User): number | null {
  if (isCompanyUser(user) && user.company_id === null) throw new HttpError(403, 'company_user')
  return isCompanyUser(user) ? user.company_id : null
}

async function start(
  {
    db,
    user,
    params,
    now,
    today,
    locale,
    auditContext,
  }: DetailContext & Pick<Context<Route>, 'auditContext'>,
  state: 'checking' | 'running',
  expected?: Expected,
) {
  mayCreateBoth(user)
  await failAbandonedImports(db, now)
  const record = await lockImport(db, params.id, scopeOf(user))
  if (!canChange(record.state as ImportState) || !record.file_key) throw conflict('import_at_work')
  refuseForbiddenMapping(record.mapping, user)
  if (state === 'running' && record.mapping.unsure) throw conflict('import_question_open')
  if (state === 'running' && lettersQuestion(record)) throw conflict('import_letters_open')
  if (state === 'running' && currencyQuestion(record)) throw conflict('import_currency_open')
  if (state === 'running' && toConfirm(record).length > 0) throw conflict('import_unconfirmed')
  const checked = record.state === 'checked'
  if (state === 'running' && checked) refuseUnbookable(user, record.counts, today)
  if (state === 'running' && checked && !canRun('checked', record.counts, record.options.partial))
    throw conflict('import_rows_refused')
  if (state === 'running' && checked) await refuseUnconfirmed(db, record.counts!, expected ?? null)
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
        expected: expected ? JSON.stringify(expected) : null,
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
  const values = { before: { state: record.state }, after: { state, ...(expected && { expected }) } }
  await note(db, auditContext, state === 'checking' ? 'check' : 'run', record, values)
  await enqueue(db, importJob, { id: record.id })
  return presentImport(await getImport(db, record.id, scopeOf(user)), locale)
}

/** Throws 409 with the planned bookings when they differ from the confirmed ones, or need a confirmation. */
async function refuseUnconfirmed(db: Db, counts: ImportCounts, expected: Expected | null): Promise<void> {
  const { import_confirm_cents } = await getPlatformFeatures(db)
  const why = whyNotBooked(counts, expected, import_confirm_cents)
  if (why) throw conflict(`import_${why}`, { current: bookedBy(counts) })
}

function nameOf(filename: string): string {
  const name = basename(filename.replaceAll('\\', '/')).replace(/\p{C}/gu, '').trim()
  return name.slice(0, 200) || '-'
}

/** The refusal of a file at its field, with the rows around its line, each as one text. */
function unreadable(
  error: ReadError,
  locale: Context<Route>['locale'],
  rows: readonly ExcerptRow[] = [],
): InvalidInput {
  return new InvalidInput({
    file: [{ key: failureText(error, locale) }],
    ...(rows.length > 0 && { excerpt: rows.map((row) => ({ key: JSON.stringify(row) })) }),
  })
}
