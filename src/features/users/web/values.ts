import { api, type Answer } from '#web/api.ts'
import type { Locale } from '#shared/messages.ts'
import { areas, type Permission, type PermissionType, singleRights, typesOf } from '#shared/permissions.ts'
import type { UserType } from '../table.ts'

export type User = Answer<'GET /api/v4/users/:id/'>
export type UserValues = {
  first_name: string
  last_name: string
  language: Locale
  user_type: UserType
  is_superuser: boolean
  /** Slug of a company user's company, or ''. */
  company_slug: string
  /** Sorted, so that equal rights compare as equal. */
  permissions: readonly string[]
}

export function valuesOf(user: User): UserValues {
  const { first_name, last_name, language, user_type, is_superuser, permissions } = user
  return {
    first_name,
    last_name,
    language,
    user_type,
    is_superuser,
    company_slug: user.company?.slug ?? '',
    permissions: permissions.toSorted(),
  }
}

/** Areas and single rights in which two sets of permissions differ, with the types of the second. */
export function changedGrants(
  before: readonly string[],
  after: readonly string[],
): { name: string; permission_types: PermissionType[] }[] {
  return [...areas, ...singleRights].flatMap((name) => {
    const types = Object.entries(typesOf(name)!) as [PermissionType, Permission][]
    const differs = types.some(([, each]) => before.includes(each) !== after.includes(each))
    if (!differs) return []
    return [{ name, permission_types: types.flatMap(([type, each]) => (after.includes(each) ? [type] : [])) }]
  })
}

/** Saves the changed fields of the account and its rights by area. Returns the resulting account. */
export async function saveUser(
  user: User,
  values: UserValues,
  changed: readonly (keyof UserValues)[],
  version: number,
): Promise<User> {
  const params = { id: user.id }
  const own = Object.fromEntries(
    changed
      .filter((key) => key !== 'permissions')
      // The server clears the company of any other account type.
      .filter((key) => key !== 'company_slug' || values.user_type === 'company')
      .map((key) => [key, key === 'company_slug' ? values.company_slug || null : values[key]]),
  )
  if (Object.keys(own).length > 0)
    await api('PATCH /api/v4/users/:id/', { params, body: { ...own, version } })
  if (changed.includes('permissions'))
    for (const { name, permission_types } of changedGrants(user.permissions, values.permissions))
      // One call per area: the server checks and audits each separately.
      // oxlint-disable-next-line no-await-in-loop
      await api('PATCH /api/v4/permissions/users/:name/', {
        params: { name },
        body: { user_id: user.id, permission_types },
      })
  return api('GET /api/v4/users/:id/', { params })
}
