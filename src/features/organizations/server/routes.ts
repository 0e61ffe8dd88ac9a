import { audit, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict } from '#server/base/errors.ts'
import { AnswerAbout, guarded, implement } from '#server/routes/implement.ts'
import { randomToken, sameSecret } from '#server/base/tokens.ts'
import { versionOf } from '#server/routes/if-match.ts'
import { maskName } from '#shared/mask-name.ts'
import { can, type Holder } from '#shared/permissions.ts'
import { seesBankDetails } from '#shared/personal-data.ts'
import type { Day } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { recordStatus } from '#shared/statuses.ts'
import { limitsOn } from '#features/limits/server/queries.ts'
import { historyOf } from '#features/history/server/queries.ts'
import { answerExport } from '#features/exports/server/background.ts'
import { photosOf } from '#features/photos/server/queries.ts'
import { decide } from '#features/reviews/server/decide.ts'
import { deleteTasksOf } from '#features/tasks/server/change.ts'
import { openTasksOn } from '#features/tasks/server/open-tasks.ts'
import { organizations } from '../contract.ts'
import { organizationRecord } from '../fields.ts'
import { assessOrganization } from './approval.ts'
import {
  archiveOrganizations,
  chosenOrganizations,
  lockForArchiving,
  unarchiveOrganizations,
} from './archive.ts'
import { briefOf, projectsInBrief, standingOnOrganization } from './brief.ts'
import { changeOrganization, createOrganization } from './change.ts'
import { exportOfOrganizations } from './export.ts'
import { presentDetail, presentInfo, presentRow } from './present.ts'
import { undoOrganizationEvent } from './undo.ts'
import { previewNotFoundPage, previewPage } from './preview.ts'
import {
  findOrganization,
  getOrganization,
  listOrganizations,
  lockOrganization,
  minimalOrganizations,
  projectsOf,
  publicProjectsOf,
} from './queries.ts'

async function detail(
  db: Db,
  slug: string,
  { user, locale, today }: { user: Holder; locale: Locale; today: Day },
) {
  const { exemption_notice_months, exemption_art60a_months } = await limitsOn(db, today)
  const periods = { notice: exemption_notice_months, art60a: exemption_art60a_months }
  return presentDetail(await getOrganization(db, slug), locale, { user, today, periods })
}

const projectsBeside = 5

export const organizationRoutes = implement(organizations, {
  list: async ({ reader, query, locale, today }) => {
    const { rows, ...page } = await listOrganizations(reader, query, today)
    return { ...page, results: rows.map((row) => presentRow(row, locale, row.exemption_expired)) }
  },

  create: async (context) => {
    const { db, auditContext, today, body } = context
    return detail(db, await createOrganization(db, { ...auditContext, today }, body), context)
  },

  minimalList: ({ reader, query }) => minimalOrganizations(reader, query),

  export: async (context) => {
    return answerExport('organizations', exportOfOrganizations, context)
  },

  archive: async ({ db, auditContext, body, today }) => {
    const { ids, keys, gone } = await chosenOrganizations(db, body, today)
    await archiveOrganizations(db, auditContext, ids)
    return { archived: keys, ...(body.selection ? { gone } : {}) }
  },

  unarchive: async ({ db, auditContext, body, today }) => {
    const { ids, keys, gone } = await chosenOrganizations(db, body, today)
    await unarchiveOrganizations(db, auditContext, ids)
    return { unarchived: keys, ...(body.selection ? { gone } : {}) }
  },

  read: (context) => detail(context.db, context.params.slug, context),
  readPlural: (context) => detail(context.db, context.params.slug, context),

  change: guarded(assessOrganization, async (context) => {
    const { db, params, body, auditContext, today } = context
    const row = await lockOrganization(db, params.slug)
    if (versionOf(context) !== row.version)
      throw conflict('edit_conflict', { current: await detail(db, params.slug, context) })
    const { version: _, ...changes } = body
    if (changes.status === recordStatus.archived && row.status !== recordStatus.archived)
      await lockForArchiving(db, [row.id])
    await changeOrganization(db, { ...auditContext, today }, row, changes)
    return detail(db, params.slug, context)
  }),

  delete: async ({ db, params, auditContext }) => {
    const row = await lockOrganization(db, params.slug, 'removal')
    if (row.project_count > 0) {
      const projects = await projectsOf(db, row.id)
      throw conflict('has_projects', {
        blocking: projects.map((project) => ({ ...project, code: 'has_projects' })),
      })
    }
    await deleteTasksOf(db, auditContext, { type: 'organization', id: row.id })
    await db.deleteFrom('organizations').where('id', '=', row.id).execute()
    const { preview_token: _, ...before } = row
    await audit(db, auditContext, { action: 'delete', ...auditOf('organization', row), before })
  },

  info: async (context) => {
    const found = await detail(context.reader, context.params.slug, context)
    return new AnswerAbout(found, presentInfo(found, context.locale))
  },

  accountHolder: async ({ reader, params, user }) => {
    const row = await getOrganization(reader, params.slug)
    const holder = row.bank_account_holder
    return new AnswerAbout(row, { holder: seesBankDetails(user) ? holder : maskName(holder) })
  },

  peek: async (context) => {
    const { reader, params, user, locale, today } = context
    const row = await getOrganization(reader, params.slug)
    const brief = await briefOf(reader, row, context)
    const { projects } = await projectsInBrief(reader, row.id, { most: projectsBeside, locale })
    return {
      organization: presentRow(row, locale, brief.proof.expired),
      brief,
      decisions: await standingOnOrganization(reader, row, locale),
      projects: can(user, 'view_projects') ? projects : null,
      project_count: row.project_count,
      tasks: can(user, 'view_reminders')
        ? await openTasksOn(reader, { type: 'organization', id: row.id }, today)
        : null,
    }
  },

  review: async (context) => {
    const { db, params, body, auditContext } = context
    const row = await lockOrganization(db, params.slug)
    await decide(db, auditContext, 'organization', row, body, () => detail(db, params.slug, context))
    return detail(db, params.slug, context)
  },

  history: async (context) => {
    const { id } = await getOrganization(context.reader, context.params.slug)
    return historyOf(context.reader, { record: organizationRecord, id }, context.query, context)
  },

  undo: async (context) => {
    const { db, params, body } = context
    await undoOrganizationEvent(db, { ...context, mailsKnown: body.mails_sent }, params)
    return detail(db, params.slug, context)
  },

  preview: async ({ reader, params, query, locale }) => {
    const row = await findOrganization(reader, params.slug)
    // Compares even for an unknown organization, so that timing does not reveal whether it exists.
    const right = sameSecret(row?.preview_token ?? randomToken(), query.preview_token)
    if (!row || !right) return previewNotFoundPage(locale)
    const projects = await publicProjectsOf(reader, row.id)
    const photos = await photosOf(
      reader,
      projects.map(({ id }) => id),
    )
    return previewPage(row, projects, photos, locale)
  },
})
