import { hideableColumns, layoutColumns, type List } from '#shared/lists/list-record.ts'
import type { TextKey } from '#shared/text-keys.ts'
import { prefix } from '#features/additional-fields/names.ts'
import { documentList } from '#features/documents/table.ts'
import { emailList } from '#features/emails/table.ts'
import { organizationList } from '#features/organizations/table.ts'
import { payoutList } from '#features/payouts/table.ts'
import { projectList } from '#features/projects/table.ts'
import { userList } from '#features/users/table.ts'

/** All lists with hideable columns. */
export const lists: readonly List[] = [
  documentList,
  emailList,
  userList,
  organizationList,
  projectList,
  payoutList,
]

/** The hideable columns of a table with their headings; undefined for an unknown table. */
export function columnsOf(table: string): Record<string, TextKey> | undefined {
  const list = lists.find((one) => one.table === table)
  return list && Object.fromEntries(hideableColumns(list).map((key) => [key, list.columns[key]!.heading]))
}

/** All columns that a layout of the table may name; undefined for an unknown table. */
export function layoutOf(table: string): string[] | undefined {
  const list = lists.find((one) => one.table === table)
  return list && layoutColumns(list)
}

/** True if a table shows additional fields as columns. */
export function takesFields(table: string): boolean {
  return lists.find((one) => one.table === table)?.dynamic === prefix
}
