import { forbidden } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import { Accepted, implement } from '#server/routes/implement.ts'
import type { User } from '#server/auth/session.ts'
import { parsePart } from '#server/routes/validation.ts'
import type { Day } from '#shared/dates.ts'
import type { Selection } from '#shared/lists/selection.ts'
import { type BulkAction, bulkActions, mayRun } from '#features/bulk-runs/rules.ts'
import { bulkInputs, projectActs } from '../../acts-contract.ts'
import { type ProjectQuery, resolveQuery } from '../list.ts'
import { actOf } from './acts.ts'
import { previewRun } from './preview.ts'
import { startRun } from './start.ts'

type Call = { db: Db; user: User; today: Day; params: { action: BulkAction } }

/** Validates an act: first the caller's right, then each field. */
async function inputOf({ db, user, today, params }: Call, fields: Record<string, unknown>): Promise<unknown> {
  const { action } = params
  if (!mayRun(user, action)) throw forbidden(bulkActions[action])
  const input: unknown = parsePart(bulkInputs[action], fields)
  return (await actOf(action).prepare?.(db, input, today)) ?? input
}

// "Me" in a filter means the caller.
const byUser = async (
  db: Db,
  selection: Selection<ProjectQuery>,
  user: User,
): Promise<Selection<ProjectQuery>> =>
  'query' in selection ? { ...selection, query: await resolveQuery(db, selection.query, user) } : selection

export const bulkActRoutes = implement(projectActs, {
  preview: async (context) => {
    const { selection: sent, since, seed, show, ...fields } = context.body
    const input = await inputOf(context, fields)
    const selection = await byUser(context.db, sent, context.user)
    return previewRun(context.db, context, {
      action: context.params.action,
      input,
      selection,
      since,
      seed,
      show,
    })
  },

  start: async (context) => {
    const { selection: sent, since, ...fields } = context.body
    const input = await inputOf(context, fields)
    const selection = await byUser(context.db, sent, context.user)
    const { auditContext, locale, user, today } = context
    const doing = { ...auditContext, locale, user, today }
    const id = await startRun(context.db, doing, { action: context.params.action, input, selection, since })
    return new Accepted({ bulk: { id, status: 'running' } })
  },
})
