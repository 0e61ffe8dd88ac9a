import type { Selectable } from 'kysely'
import type { ListQuery } from '#shared/lists/list.ts'
import type { Permission } from '#shared/permissions.ts'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/schema.ts'
import { notFound } from '#server/base/errors.ts'
import { allOf, matching, orderBy, paging, partsOf, readPage, readRows } from '#server/lists/list-query.ts'
import { pickedBy, type PickedRows, type SelectableList } from '#server/lists/selection.ts'
import { taskStatus } from '#features/tasks/rules.ts'
import type { userList } from '../table.ts'

export type UserQuery = ListQuery<typeof userList>

const columns = [
  'id',
  'username',
  'first_name',
  'last_name',
  'email',
  'user_type',
  'state',
  'language',
  'is_superuser',
  'created_at',
  'signed_in_at',
  'version',
] as const

const orderings: Record<(typeof userList)['ordering'][number], string> = {
  name: 'name_sort',
  username: 'username',
  email: 'email',
  user_type: 'user_type',
  state: 'state',
  created_at: 'created_at',
  signed_in_at: 'signed_in_at',
}

export const selectableUsers: SelectableList<UserQuery> = {
  table: 'users',
  key: { column: 'username', type: 'citext' },
  condition: matching,
}

const order = ({ ordering: { key, descending } }: UserQuery) =>
  orderBy(orderings[key], { descending, nullable: key === 'signed_in_at' })

type ListedUser = Pick<Selectable<DB['users']>, (typeof columns)[number]>
const rowParts = partsOf('users', columns)

export async function listUsers(db: Db, query: UserQuery) {
  const asked = { table: 'users', where: matching(query), order: order(query) }
  const { count, rows } = await readPage<ListedUser>(db, asked, rowParts, query)
  return { ...paging(count, query), rows }
}

/** Ids of all matching accounts in order, for the export. */
export async function allUserIds(db: Db, query: UserQuery, picked: PickedRows): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(allOf([matching(query), ...pickedBy(selectableUsers.key, picked)]))
    .orderBy(order(query))
    .execute()
  return rows.map((row) => row.id)
}

export const usersByIds = (db: Db, ids: number[]) => readRows<ListedUser>(db, ids, rowParts)

/** Active staff who may see tasks, by name. */
export async function staffForTasks(db: Db) {
  const rights: Permission[] = ['view_reminders', 'change_reminders', 'delete_reminders']
  return db
    .selectFrom('users')
    .select(['id', 'username', 'first_name', 'last_name'])
    .where('user_type', '=', 'staff')
    .where('state', '=', 'active')
    .where((row) =>
      row.or([
        row('is_superuser', '=', true),
        row.exists(
          row
            .selectFrom('user_permissions')
            .whereRef('user_id', '=', 'users.id')
            .where('permission', 'in', rights),
        ),
      ]),
    )
    .orderBy('name_sort')
    .orderBy('id')
    .execute()
}

/** One account with its rights and the expiry of its invitation; throws notFound. */
export async function getUser(db: Db, id: number) {
  const user = await db
    .selectFrom('users')
    .select(columns)
    .select('company_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!user) throw notFound()
  const company =
    user.company_id === null
      ? null
      : await db
          .selectFrom('companies')
          .select(['slug', 'title'])
          .where('id', '=', user.company_id)
          .executeTakeFirstOrThrow()
  const granted = await db
    .selectFrom('user_permissions')
    .select('permission')
    .where('user_id', '=', id)
    .orderBy('permission')
    .execute()
  const link = await db
    .selectFrom('account_links')
    .select('expires_at')
    .where('user_id', '=', id)
    .where('purpose', '=', 'invitation')
    .where('used_at', 'is', null)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { open_tasks } = await db
    .selectFrom('reminder_assignees')
    .select((row) => row.fn.countAll<number>().as('open_tasks'))
    .where('user_id', '=', id)
    .where('status', '=', taskStatus.open)
    .executeTakeFirstOrThrow()
  const invitation_expires_at = user.state === 'invited' ? (link?.expires_at ?? null) : null
  return {
    ...user,
    company,
    permissions: granted.map((grant) => grant.permission),
    invitation_expires_at,
    open_tasks,
  }
}
export type StoredUser = Awaited<ReturnType<typeof getUser>>

/** An account, locked against other changes; throws notFound. */
export async function lockUser(db: Db, id: number): Promise<StoredUser> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return getUser(db, id)
}

/** Ids of active superusers, locked so that two of them cannot leave at once. */
export async function lockActiveSuperusers(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('is_superuser', '=', true)
    .where('state', '=', 'active')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => row.id)
}

export async function grant(
  db: Db,
  userId: number,
  permissions: readonly Permission[],
  { grantedBy, now }: { grantedBy: number; now: Date },
): Promise<void> {
  if (permissions.length === 0) return
  await db
    .insertInto('user_permissions')
    .values(
      permissions.map((permission) => ({
        user_id: userId,
        permission,
        granted_by: grantedBy,
        granted_at: now,
      })),
    )
    .onConflict((on) => on.columns(['user_id', 'permission']).doNothing())
    .execute()
}
