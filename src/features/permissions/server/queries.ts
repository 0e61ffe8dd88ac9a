import { sql } from 'kysely'
import type { ListQuery } from '#shared/lists/list.ts'
import type { Permission } from '#shared/permissions.ts'
import type { Db } from '#server/db/db.ts'
import { allOf, containsWords } from '#server/lists/list-query.ts'
import type { UserType } from '#features/users/table.ts'
import type { permissionList } from '../table.ts'

/** Accounts that hold at least one of these permissions, by name, with those they hold. */
export async function holdersOf(db: Db, permissions: Permission[]) {
  return db
    .selectFrom('user_permissions')
    .innerJoin('users', 'users.id', 'user_permissions.user_id')
    .select(['users.id', 'users.username', 'users.first_name', 'users.last_name'])
    .select((row) => row.fn.agg<string[]>('array_agg', ['permission']).as('permissions'))
    .where('permission', 'in', permissions)
    .groupBy(['users.id'])
    .orderBy('users.name_sort')
    .orderBy('users.id')
    .execute()
}

/** User names of active superusers. */
export async function superusers(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('username')
    .where('is_superuser', '=', true)
    .where('state', '=', 'active')
    .orderBy('username')
    .execute()
  return rows.map((row) => row.username)
}

/** The account's share of these permissions, with the account locked; undefined for an unknown account. */
export async function lockGrants(db: Db, userId: number, permissions: Permission[]) {
  const user = await db
    .selectFrom('users')
    .select(['id', 'username', 'first_name', 'last_name', 'user_type'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) return undefined
  const rows = await db
    .selectFrom('user_permissions')
    .select('permission')
    .where('user_id', '=', userId)
    .where('permission', 'in', permissions)
    .execute()
  return {
    ...user,
    user_type: user.user_type as UserType,
    held: rows.map((row) => row.permission as Permission),
  }
}

export async function revoke(db: Db, userId: number, permissions: Permission[]): Promise<void> {
  if (permissions.length === 0) return
  await db
    .deleteFrom('user_permissions')
    .where('user_id', '=', userId)
    .where('permission', 'in', permissions)
    .execute()
}

/** Ids of superusers and of accounts with any right, by name. */
export async function holderIds(db: Db, query: ListQuery<typeof permissionList>): Promise<number[]> {
  const search = containsWords(query.search)
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where((row) =>
      row.or([
        row('is_superuser', '=', true),
        row.exists(row.selectFrom('user_permissions').whereRef('user_id', '=', 'users.id')),
      ]),
    )
    .where(allOf(search ? [search] : []))
    .orderBy('name_sort', query.ordering.descending ? 'desc' : 'asc')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Accounts with all their permissions, in the order of the ids. */
export async function grantsOf(db: Db, ids: number[]) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username', 'first_name', 'last_name', 'is_superuser'])
    .select(
      sql<string[]>`array(select permission from user_permissions where user_id = users.id)`.as(
        'permissions',
      ),
    )
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
