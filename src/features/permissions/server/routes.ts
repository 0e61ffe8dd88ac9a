import { audit, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { forbidden, invalid, notFound } from '#server/base/errors.ts'
import { answerExport } from '#features/exports/server/background.ts'
import { exportOfPermissions } from './export.ts'
import { implement } from '#server/routes/implement.ts'
import { fullNameWithUsername } from '#server/auth/session.ts'
import type { Locale } from '#shared/messages.ts'
import { areas, type Permission, type PermissionType, singleRights, typesOf } from '#shared/permissions.ts'
import { textOf } from '#server/base/texts.ts'
import { mayHoldRights } from '#features/users/rules.ts'
import { grant } from '#features/users/server/queries.ts'
import { type Grantable, type Holders, permissionAdmin } from '../contract.ts'
import { compareGrants } from '../rules.ts'
import { holdersOf, lockGrants, revoke, superusers } from './queries.ts'

const grantables = [...areas, ...singleRights]
const titleOf = (name: string, locale: Locale) => textOf(locale, `permissions.${name}`)

function grantable(name: string, locale: Locale): Grantable {
  const types = typesOf(name)!
  return {
    name,
    title: titleOf(name, locale),
    kind: (areas as readonly string[]).includes(name) ? 'area' : 'right',
    permission_types: Object.keys(types) as PermissionType[],
    permissions: types as Record<string, string>,
  }
}

async function holders(db: Db, name: string, locale: Locale): Promise<Holders> {
  const types = typesOf(name)
  if (!types) throw notFound()
  const offered = Object.entries(types) as [PermissionType, Permission][]
  const rows = await holdersOf(db, Object.values(types))
  const people = rows.map((row) => ({
    id: row.id,
    username: row.username,
    full_name_w_username: fullNameWithUsername(row),
    permission_types: offered.flatMap(([type, permission]) =>
      row.permissions.includes(permission) ? [type] : [],
    ),
  }))
  return {
    name,
    title: titleOf(name, locale),
    permission_types: offered.map(([type]) => type),
    users: Object.fromEntries(people.map((person) => [person.username, person.permission_types])),
    people,
    superusers: await superusers(db),
  }
}

export const permissionRoutes = implement(permissionAdmin, {
  list: async ({ locale }) => grantables.map((name) => grantable(name, locale)),

  export: async (context) => {
    return answerExport('permissions', exportOfPermissions, context)
  },

  holders: ({ reader, params, locale }) => holders(reader, params.name, locale),

  change: async ({ db, params, body, user, now, auditContext, locale }) => {
    const types = typesOf(params.name)
    if (!types) throw notFound()
    const wanted = body.permission_types.map((type) => {
      const permission = types[type]
      if (!permission) throw invalid({ permission_types: 'validation.unknown_value' })
      return permission
    })
    const person = await lockGrants(db, body.user_id, Object.values(types))
    if (!person) throw invalid({ user_id: 'validation.unknown_value' })
    if (wanted.length > 0 && !mayHoldRights(person.user_type))
      throw invalid({ user_id: 'users.no_rights_for_type' })
    const { added, removed, missing } = compareGrants(user, person.held, [...new Set(wanted)])
    if (missing) throw forbidden(missing)
    await grant(db, person.id, added, { grantedBy: user.id, now })
    await revoke(db, person.id, removed)
    if (added.length + removed.length > 0)
      await audit(db, auditContext, {
        action: 'change_permissions',
        ...auditOf('user', { id: person.id, title: fullNameWithUsername(person) }),
        before: { [params.name]: person.held.toSorted() },
        after: { [params.name]: wanted.toSorted() },
      })
    return holders(db, params.name, locale)
  },
})
