import { showInstant } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import { text, textOf } from '#server/texts.ts'
import {
  type AskedBy,
  type AskedFor,
  type ListExport,
  textColumn,
} from '#features/exports/server/list-export.ts'
import type { Db } from '#server/db/db.ts'
import type { UserRow } from '../contract.ts'
import { type UserColumn, userColumns, userList } from '../table.ts'
import { presentUser } from './present.ts'
import { allUserIds, selectableUsers, type UserQuery, usersByIds } from './queries.ts'

const cells: Record<UserColumn, (user: UserRow) => string> = {
  username: (user) => user.username,
  email: (user) => user.email,
  user_type: (user) => user.user_type_display,
  state: (user) => user.state_display,
  created_at: (user) => showInstant(user.created_at),
  signed_in_at: (user) => (user.signed_in_at === null ? '' : showInstant(user.signed_in_at)),
}

/** The export of the accounts: the name, then the visible columns. `slugs` are user names. */
export async function exportOfUsers(
  db: Db,
  query: UserQuery,
  { columns = [...userColumns], ...picked }: AskedFor,
  asked: AskedBy,
): Promise<ListExport<UserRow>> {
  const { locale } = asked
  return {
    ...asked,
    name: text(locale, 'permissions.users'),
    declaration: userList,
    query,
    selectable: selectableUsers,
    ids: await allUserIds(db, query, picked),
    rowsByIds: async (from, ids) => (await usersByIds(from, ids)).map((row) => presentUser(row, locale)),
    columns: [
      textColumn(heading(locale, 'name'), 36, (user: UserRow) => user.full_name),
      ...(columns as UserColumn[]).map((key) => textColumn(heading(locale, key), 28, cells[key])),
    ],
  }
}

const heading = (locale: Locale, key: string) => textOf(locale, `columns.${key}`)
