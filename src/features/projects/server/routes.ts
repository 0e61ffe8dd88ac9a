import { audit } from '#server/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, forbidden, invalid } from '#server/errors.ts'
import { can } from '#shared/permissions.ts'
import { type Context, implement } from '#server/routes.ts'
import type { Locale } from '#shared/messages.ts'
import type { Route } from '#shared/route.ts'
import { historyOf } from '#features/history/server/queries.ts'
import { moneyOfProject } from '#features/ledger/server/project-money.ts'
import { timelineOf } from '#features/ledger/server/timeline.ts'
import { fundingsOf } from '#features/ledger/server/fundings.ts'
import { answerExport } from '#features/exports/server/background.ts'
import { decide } from '#features/reviews/server/decide.ts'
import { deleteTasksOf } from '#features/tasks/server/change.ts'
import { versionOf } from '#server/version.ts'
import { projects } from '../contract.ts'
import {
  archiveProjects,
  chosenProjects,
  duplicateProjects,
  refuseArchiving,
  unarchiveProjects,
} from './bulk.ts'
import { changeProject, createProject } from './change.ts'
import { exportOfProjects } from './export.ts'
import { presentDetail, presentInfo, presentRow } from './present.ts'
import { getProject, hasLedgerRows, listProjects, lockProject, minimalProjects, needsOf } from './queries.ts'

type Asked = { locale: Locale; today: string }

/** A project as the wire shows it. */
async function detail(db: Db, slug: string, { locale, today }: Asked) {
  const row = await getProject(db, slug)
  const [needs, frozen] = [await needsOf(db, [row.id]), await hasLedgerRows(db, row.id)]
  return presentDetail(row, { needs, frozen, locale, today })
}

type Bulk = Pick<Context<Route>, 'db'> & { body: Parameters<typeof chosenProjects>[1] }

/** The projects of a bulk act; for a selection the answer names those that are gone. */
async function chosen({ db, body }: Bulk) {
  const rows = await chosenProjects(db, body)
  return { rows, answer: body.selection ? { gone: rows.gone } : {} }
}

async function archive(context: Bulk & Pick<Context<Route>, 'auditContext'>) {
  const { rows, answer } = await chosen(context)
  await archiveProjects(context.db, context.auditContext, rows.ids)
  return { archived: rows.keys, ...answer }
}

export const projectRoutes = implement(projects, {
  list: async ({ reader, query, locale }) => {
    const { rows, ...page } = await listProjects(reader, query)
    return { ...page, results: rows.map((row) => presentRow(row, locale)) }
  },

  create: async (context) => {
    return detail(context.db, await createProject(context.db, context.auditContext, context.body), context)
  },

  minimalList: ({ reader, query }) => minimalProjects(reader, query),

  export: async (context) => {
    if (!can(context.user, 'view_projects')) throw forbidden('view_projects')
    return answerExport('projects', exportOfProjects, context)
  },

  duplicate: async (context) => {
    const { rows, answer } = await chosen(context)
    const { db, auditContext, locale } = context
    return { duplicated: await duplicateProjects(db, auditContext, rows, locale), ...answer }
  },

  archive,
  archiveV3: archive,

  unarchive: async (context) => {
    const { rows, answer } = await chosen(context)
    await unarchiveProjects(context.db, context.auditContext, rows.ids)
    return { unarchived: rows.keys, ...answer }
  },

  read: async (context) => {
    return detail(context.db, context.params.slug, context)
  },

  change: async (context) => {
    const { db, params, body, auditContext, user } = context
    const row = await lockProject(db, params.slug)
    if (versionOf(context) !== row.version)
      throw conflict('edit_conflict', { current: await detail(db, params.slug, context) })
    const { version: _, ...changes } = body
    if (changes.status !== undefined && (changes.status === 3) !== (row.status === 3)) {
      if (!can(user, 'archive_projects')) throw forbidden('archive_projects')
      if (changes.status === 3) refuseArchiving([row])
    }
    await changeProject(db, auditContext, row, changes)
    return detail(db, params.slug, context)
  },

  delete: async ({ db, params, body, auditContext }) => {
    const row = await lockProject(db, params.slug, 'removal')
    if (body.confirm_title.trim() !== row.title.trim())
      throw invalid({ confirm_title: 'projects.confirm_title_differs' })
    if (await hasLedgerRows(db, row.id))
      throw conflict('has_ledger_rows', {
        blocking: [{ slug: row.slug, title: row.title, code: 'has_ledger_rows' }],
      })
    const needs = await needsOf(db, [row.id])
    await deleteTasksOf(db, auditContext, { type: 'project', id: row.id })
    await db.deleteFrom('ledger_accounts').where('project_id', '=', row.id).execute()
    await db.deleteFrom('projects').where('id', '=', row.id).execute()
    const before = { ...row, needs: needs.map(({ title, amount_cents }) => ({ title, amount_cents })) }
    await audit(db, auditContext, {
      action: 'delete',
      object_type: 'project',
      object_id: row.id,
      object_title: row.title,
      before,
    })
  },

  info: async (context) => {
    return presentInfo(await detail(context.reader, context.params.slug, context), context.locale)
  },

  review: async (context) => {
    const { db, params, body, auditContext } = context
    const row = await lockProject(db, params.slug)
    await decide(db, auditContext, 'project', row, body, () => detail(db, params.slug, context))
    return detail(db, params.slug, context)
  },

  history: async ({ reader, params, query }) =>
    historyOf(reader, { type: 'project', id: (await getProject(reader, params.slug)).id }, query),

  money: async ({ reader, params, now, locale }) => {
    const row = await getProject(reader, params.slug)
    return moneyOfProject(reader, row, await needsOf(reader, [row.id]), { now, locale })
  },

  timeline: async ({ reader, params, query, locale }) =>
    timelineOf(reader, (await getProject(reader, params.slug)).id, query, locale),

  fundings: async ({ reader, params, query, locale }) =>
    fundingsOf(reader, (await getProject(reader, params.slug)).id, query, locale),
})
