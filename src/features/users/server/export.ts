import { text } from '#server/base/texts.ts'
import {
  exportColumns,
  type ExportContext,
  type ExportParameters,
  type ListExport,
} from '#features/exports/server/list-export.ts'
import type { Db } from '#server/db/db.ts'
import { userCells } from '../cells.ts'
import type { UserRow } from '../contract.ts'
import { userList } from '../table.ts'
import { presentUser } from './present.ts'
import { allUserIds, selectableUsers, type UserQuery, usersByIds } from './queries.ts'

/** Exports the accounts: the name, then the visible columns. `slugs` are user names. */
export async function exportOfUsers(
  db: Db,
  query: UserQuery,
  wanted: ExportParameters,
  asked: ExportContext,
): Promise<ListExport<UserRow>> {
  const { locale } = asked
  return {
    ...asked,
    name: text(locale, 'permissions.users'),
    list: userList,
    query,
    selectable: selectableUsers,
    ids: await allUserIds(db, query, wanted),
    rowsByIds: async (from, ids) => (await usersByIds(from, ids)).map((row) => presentUser(row, locale)),
    columns: exportColumns(userList, userCells, wanted, locale),
  }
}
