import { audit, auditOf } from '#server/audit/audit.ts'
import { conflict } from '#server/base/errors.ts'
import { type Context, implement } from '#server/routes/implement.ts'
import { versionOf } from '#server/routes/if-match.ts'
import { internalStatuses } from '../contract.ts'
import {
  insertInternalStatus,
  listInternalStatuses,
  lockInternalStatus,
  renameInternalStatus,
  type Subject,
  usersOfInternalStatus,
} from './queries.ts'

type Routes = typeof internalStatuses

/** Projects and organizations have separate internal statuses with the same routes. */
function handlersFor(subject: Subject) {
  const object = (row: { id: number; title: string }) => auditOf(`${subject}_internal_status`, row)
  return {
    list: ({ db, query }: Pick<Context<Routes['listOfProjects']>, 'db' | 'query'>) =>
      listInternalStatuses(db, subject, query),

    create: async ({ db, body, now, auditContext }: Context<Routes['createOfProjects']>) => {
      const row = await insertInternalStatus(db, subject, body.title, now)
      await audit(db, auditContext, { action: 'create', ...object(row), after: { title: row.title } })
      return row
    },

    change: async (context: Context<Routes['changeOfProjects']>) => {
      const { db, params, body, auditContext } = context
      const row = await lockInternalStatus(db, subject, params.slug)
      if (versionOf(context) !== row.version)
        throw conflict('edit_conflict', {
          current: { slug: row.slug, title: row.title, version: row.version },
        })
      if (body.title === row.title) return row
      const renamed = await renameInternalStatus(db, row.id, body.title)
      const [before, after] = [{ title: row.title }, { title: renamed.title }]
      await audit(db, auditContext, { action: 'change', ...object(renamed), before, after })
      return renamed
    },

    delete: async ({
      db,
      params,
      auditContext,
    }: Pick<Context<Routes['deleteOfProjects']>, 'db' | 'params' | 'auditContext'>) => {
      const row = await lockInternalStatus(db, subject, params.slug, 'removal')
      const users = await usersOfInternalStatus(db, subject, row.id)
      if (users.length > 0)
        throw conflict('in_use', { blocking: users.map((user) => ({ ...user, code: 'in_use' })) })
      await db.deleteFrom('internal_statuses').where('id', '=', row.id).execute()
      await audit(db, auditContext, { action: 'delete', ...object(row), before: { title: row.title } })
    },
  }
}

const projects = handlersFor('project')
const organizations = handlersFor('organization')

export const internalStatusRoutes = implement(internalStatuses, {
  listOfProjects: projects.list,
  createOfProjects: projects.create,
  changeOfProjects: projects.change,
  deleteOfProjects: projects.delete,
  listOfOrganizations: organizations.list,
  createOfOrganizations: organizations.create,
  changeOfOrganizations: organizations.change,
  deleteOfOrganizations: organizations.delete,
})
