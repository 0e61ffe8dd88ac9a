import { audit, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { scopeOf } from '#server/auth/company-scope.ts'
import { conflict, forbidden, invalid } from '#server/base/errors.ts'
import { can, type Holder } from '#shared/permissions.ts'
import { type Context, guarded, implement } from '#server/routes/implement.ts'
import type { Locale } from '#shared/messages.ts'
import type { Route } from '#shared/route.ts'
import { isSameName } from '#shared/normalize.ts'
import { recordStatus } from '#shared/statuses.ts'
import { fieldKeyOf } from '#features/additional-fields/names.ts'
import { offeredFields, storedFields } from '#features/additional-fields/server/queries.ts'
import { historyOf } from '#features/history/server/queries.ts'
import { moneyOfProject } from '#features/ledger/server/project-money.ts'
import { moneyExport } from '#features/ledger/server/money-export.ts'
import { timelineOf } from '#features/ledger/server/timeline.ts'
import { fundingsOf } from '#features/ledger/server/fundings.ts'
import { answerExport } from '#features/exports/server/background.ts'
import { decide } from '#features/reviews/server/decide.ts'
import { briefOf, projectsInBrief } from '#features/organizations/server/brief.ts'
import { getOrganization } from '#features/organizations/server/queries.ts'
import { standingOn } from '#features/reviews/server/standing-decisions.ts'
import { deleteTasksOf } from '#features/tasks/server/change.ts'
import { openTasksOn } from '#features/tasks/server/open-tasks.ts'
import { versionOf } from '#server/routes/if-match.ts'
import { projects } from '../contract.ts'
import { projectRecord } from '../fields.ts'
import { assessProject } from './approval.ts'
import {
  archiveProjects,
  chosenProjects,
  duplicateProjects,
  refuseArchiving,
  unarchiveProjects,
} from './acts/archive-and-duplicate.ts'
import { changeProject, createProject } from './change.ts'
import { exportOfProjects } from './export.ts'
import { assignReviewer, reviewersOf } from './reviewer.ts'
import { blockedProjects, countProjects, valuesOfFilter } from './filter-values.ts'
import { resolveQuery } from './list.ts'
import { presentDetail, presentInfo, presentRow } from './present.ts'
import { undoProjectEvent } from './undo.ts'
import { getProject, hasLedgerRows, listProjects, lockProject, minimalProjects, needsOf } from './queries.ts'

type Reader = { user: Holder; locale: Locale; today: string }

async function detail(db: Db, slug: string, { user, locale, today }: Reader) {
  const row = await getProject(db, slug)
  const [needs, frozen] = [await needsOf(db, [row.id]), await hasLedgerRows(db, row.id)]
  return presentDetail(row, { needs, frozen, locale, today, user })
}

const earlierBeside = 3

type Bulk = Pick<Context<Route>, 'db' | 'user'> & { body: Parameters<typeof chosenProjects>[1] }

/** The projects of a bulk act; for a selection the answer names deleted ones. */
async function chosen({ db, user, body }: Bulk) {
  const { selection } = body
  const named =
    selection && 'query' in selection
      ? { ...body, selection: { ...selection, query: await resolveQuery(db, selection.query, user) } }
      : body
  const rows = await chosenProjects(db, named)
  return { rows, answer: body.selection ? { gone: rows.gone } : {} }
}

async function archive(context: Bulk & Pick<Context<Route>, 'auditContext'>) {
  const { rows, answer } = await chosen(context)
  await archiveProjects(context.db, context.auditContext, rows.ids)
  return { archived: rows.keys, ...answer }
}

async function refuseUnknownColumns(db: Db, columns: readonly string[] = []): Promise<void> {
  const keys = columns.flatMap((name) => fieldKeyOf(name) ?? [])
  if (keys.length === 0) return
  const known = await storedFields(db, keys)
  if (known.filter(({ is_active }) => is_active).length < new Set(keys).size)
    throw invalid({ columns: 'validation.unknown_column' })
}

export const projectRoutes = implement(projects, {
  list: async ({ reader, query, user, locale }) => {
    const { rows, ...page } = await listProjects(reader, await resolveQuery(reader, query, user))
    return { ...page, results: rows.map((row) => presentRow(row, locale)) }
  },

  create: async (context) => {
    return detail(context.db, await createProject(context.db, context.auditContext, context.body), context)
  },

  minimalList: ({ reader, query }) => minimalProjects(reader, query),

  count: async ({ reader, query, user }) => ({
    count: await countProjects(reader, await resolveQuery(reader, query, user)),
  }),

  filterValues: async ({ reader, params, query, user }) =>
    valuesOfFilter(reader, await resolveQuery(reader, query, user), params.name, query.extra.find, user),

  blocking: async ({ reader, query, user }) =>
    blockedProjects(reader, await resolveQuery(reader, query, user)),

  export: async (context) => {
    await refuseUnknownColumns(context.reader, context.query.extra.columns)
    return answerExport('projects', exportOfProjects, {
      ...context,
      query: await resolveQuery(context.reader, context.query, context.user),
    })
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

  change: guarded(assessProject, async (context) => {
    const { db, params, body, auditContext, user } = context
    const row = await lockProject(db, params.slug)
    if (versionOf(context) !== row.version)
      throw conflict('edit_conflict', { current: await detail(db, params.slug, context) })
    const { version: _, ...changes } = body
    if (
      changes.status !== undefined &&
      (changes.status === recordStatus.archived) !== (row.status === recordStatus.archived)
    ) {
      if (!can(user, 'archive_projects')) throw forbidden('archive_projects')
      if (changes.status === recordStatus.archived) refuseArchiving([row])
    }
    await changeProject(db, auditContext, row, changes)
    return detail(db, params.slug, context)
  }),

  delete: async ({ db, params, body, auditContext }) => {
    const row = await lockProject(db, params.slug, 'removal')
    if (!isSameName(body.confirm_title, row.title))
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
      ...auditOf('project', row),
      before,
    })
  },

  info: async (context) => {
    const { reader, params, locale } = context
    return presentInfo(
      await detail(reader, params.slug, context),
      await offeredFields(reader, locale),
      locale,
    )
  },

  peek: async (context) => {
    const { reader, params, user, locale, today } = context
    const row = await getProject(reader, params.slug)
    const [needs, frozen] = [await needsOf(reader, [row.id]), await hasLedgerRows(reader, row.id)]
    const organization = await getOrganization(reader, row.organization_slug)
    const outcomes = {
      review: row.review_status,
      content: row.content_review_status,
      voting: row.voting_review_status,
    }
    const { projects, count } = await projectsInBrief(reader, row.organization_id, {
      but: row.id,
      most: earlierBeside,
      locale,
    })
    return {
      project: presentDetail(row, { needs, frozen, locale, today, user }),
      organization: await briefOf(reader, organization, context),
      decisions: await standingOn(reader, { type: 'project', id: row.id, outcomes }, locale),
      earlier: projects,
      earlier_count: count,
      tasks: can(user, 'view_reminders')
        ? await openTasksOn(reader, { type: 'project', id: row.id }, today)
        : null,
    }
  },

  reviewers: ({ reader }) => reviewersOf(reader),

  assignReviewer: async (context) => {
    const { rows, answer } = await chosen(context)
    await assignReviewer(context.db, context.auditContext, rows.ids, context.body.reviewer)
    return { assigned: rows.keys, ...answer }
  },

  review: async (context) => {
    const { db, params, body, auditContext } = context
    const row = await lockProject(db, params.slug)
    await decide(db, auditContext, 'project', row, body, () => detail(db, params.slug, context))
    return detail(db, params.slug, context)
  },

  history: async (context) => {
    const { reader, params, query } = context
    return historyOf(
      reader,
      { record: projectRecord, id: (await getProject(reader, params.slug)).id },
      query,
      context,
    )
  },

  undo: async (context) => {
    const { db, params, body } = context
    await undoProjectEvent(db, { ...context, mailsKnown: body.mails_sent }, params)
    return detail(db, params.slug, context)
  },

  money: async ({ reader, params, now, user, locale }) => {
    const row = await getProject(reader, params.slug)
    const needs = await needsOf(reader, [row.id])
    return moneyOfProject(reader, row, needs, { now, locale, scope: scopeOf(user) })
  },

  exportMoney: async ({ reader, params, user, locale, now }) => {
    const { id, title } = await getProject(reader, params.slug)
    return moneyExport(reader, { id, title }, { locale, now, user })
  },

  timeline: async ({ reader, params, query, user, locale }) =>
    timelineOf(reader, (await getProject(reader, params.slug)).id, query, { scope: scopeOf(user), locale }),

  fundings: async ({ reader, params, query, user, locale }) =>
    fundingsOf(reader, (await getProject(reader, params.slug)).id, query, { user, locale }),
})
