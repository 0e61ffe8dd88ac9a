import { audit, auditOf, differences } from '#server/audit/audit.ts'
import { conflict, HttpError, invalid } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import type { Context } from '#server/routes/implement.ts'
import type { User } from '#server/auth/session.ts'
import { versionOf } from '#server/routes/if-match.ts'
import { openTasksOf } from '#features/tasks/server/queries.ts'
import type { users } from '../contract.ts'
import { mayHoldRights, refusalOfRole } from '../rules.ts'
import type { UserType } from '../table.ts'
import { fullName, presentUserDetail } from './present.ts'
import { lockActiveSuperusers, lockUser, type StoredUser } from './queries.ts'

type ChangeContext = Context<typeof users.change> & { user: User }

/**
 * Changes an account. 409 with the current account for a stale version; 403 or 409 if the type or superuser flag cannot change.
 */
export async function changeUser(context: ChangeContext, id: number): Promise<void> {
  const { db, body, user, now, auditContext, locale } = context
  const { version: _, company_slug: __, ...fields } = body
  const asksForRole = fields.user_type !== undefined || fields.is_superuser !== undefined
  const superusers = asksForRole ? await lockActiveSuperusers(db) : []
  const account = await lockUser(db, id)
  refuseTouchingSuperuser(user, account)
  if (versionOf(context) !== account.version)
    throw conflict('edit_conflict', { current: presentUserDetail(account, locale) })
  const company = await companyAfter(db, account, body)
  const changes = { ...fields, company_id: company?.id ?? null }
  const { before, after } = differences<Record<string, unknown>>(
    { ...account, company: account.company?.title ?? '' },
    { ...fields, company: company?.title ?? '' },
  )
  if (Object.keys(after).length === 0) return
  if (asksForRole) await refuseRole(context, account, superusers)
  await db
    .updateTable('users')
    .set({ ...changes, updated_at: now, version: account.version + 1 })
    .where('id', '=', account.id)
    .execute()
  if (changes.user_type && !mayHoldRights(changes.user_type) && account.permissions.length > 0) {
    await db.deleteFrom('user_permissions').where('user_id', '=', account.id).execute()
    Object.assign(before, { permissions: account.permissions })
    Object.assign(after, { permissions: [] })
  }
  await audit(db, auditContext, {
    action: 'change',
    ...auditOf('user', { id: account.id, title: fullName(account) }),
    before,
    after,
  })
}

/** The company of an account after a change; 400 for a company with any other type than company user. */
async function companyAfter(
  db: Db,
  account: StoredUser,
  { user_type = account.user_type as UserType, company_slug }: ChangeContext['body'],
) {
  const asked = company_slug === undefined ? account.company?.slug : company_slug
  if (user_type !== 'company') {
    if (company_slug) throw invalid({ company_slug: 'users.company_for_company_users' })
    return undefined
  }
  if (!asked) return undefined
  const company = await db
    .selectFrom('companies')
    .select(['id', 'title'])
    .where('slug', '=', asked)
    .executeTakeFirst()
  if (!company) throw invalid({ company_slug: 'funding.unknown_company' })
  return company
}

/** Throws 403 if the person is no superuser but the account is. */
export function refuseTouchingSuperuser(user: User, account: StoredUser): void {
  if (account.is_superuser && !user.is_superuser) throw new HttpError(403, 'superuser_only')
}

async function refuseRole(
  { db, body, user }: ChangeContext,
  account: StoredUser,
  superusers: number[],
): Promise<void> {
  const { is_superuser } = account
  const user_type = account.user_type as UserType
  const lastSuperuser = superusers.length === 1 && superusers[0] === account.id
  const after = { user_type: body.user_type ?? user_type, is_superuser: body.is_superuser ?? is_superuser }
  const refusal = refusalOfRole(user, { user_type, is_superuser, lastSuperuser }, after)
  if (refusal === 'superuser_only') throw new HttpError(403, refusal)
  if (refusal === 'last_superuser') throw conflict(refusal)
  if (refusal) throw invalid({ user_type: `users.${refusal}` })
  if (user_type !== 'staff' || after.user_type === 'staff' || account.open_tasks === 0) return
  // Nobody else is assigned to these tasks, so they must be reassigned first.
  const tasks = await openTasksOf(db, account.id)
  throw conflict('has_open_tasks', {
    parameters: { name: fullName(account), count: account.open_tasks },
    blocking: tasks.map(({ slug, title }) => ({ slug, title, code: 'open_task' })),
  })
}
