import { can, isPermission } from '#shared/permissions.ts'
import type { Locale } from '#shared/messages.ts'
import type { Db } from '#server/db/db.ts'
import { fullNameWithUsername, type User } from '#server/auth/session.ts'
import { text } from '#server/base/texts.ts'
import { grantable, inOrder, rolePresets } from '../presets.ts'

/** Maximum number of colleagues offered. */
const mostPeople = 500

/**
 * Starting points of an invitation: presets, and colleagues if the person may see them. Each is limited to rights that the
 * person can grant.
 */
export async function invitationPresets(db: Db, { user, locale }: { user: User; locale: Locale }) {
  return {
    presets: rolePresets.map(({ key, title, permissions }) => ({
      key,
      title: text(locale, title),
      ...grantable(user, inOrder(permissions)),
    })),
    people: can(user, 'view_users') ? await colleagues(db, user) : [],
  }
}

/** Active staff with explicit rights, without superusers: an invitation creates no superuser. */
async function colleagues(db: Db, user: User) {
  const rows = await db
    .selectFrom('users')
    .innerJoin('user_permissions', 'user_permissions.user_id', 'users.id')
    .select((row) => [
      'users.id',
      'username',
      'first_name',
      'last_name',
      row.fn.agg<string[]>('array_agg', ['permission']).as('permissions'),
    ])
    .where('user_type', '=', 'staff')
    .where('state', '=', 'active')
    .where('is_superuser', '=', false)
    .groupBy('users.id')
    .orderBy('name_sort')
    .orderBy('users.id')
    .limit(mostPeople)
    .execute()
  return rows.map(({ id, permissions, ...names }) => ({
    id,
    full_name_w_username: fullNameWithUsername(names),
    ...grantable(user, inOrder(permissions.filter(isPermission))),
  }))
}
