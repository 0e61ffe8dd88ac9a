import { hideableColumns, layoutColumns, type List } from '#shared/lists/list-record.ts'
import type { TextKey } from '#shared/text-keys.ts'
import { prefix } from '#features/additional-fields/names.ts'
import { documentList } from '#features/documents/table.ts'
import { emailList } from '#features/emails/table.ts'
import { organizationList } from '#features/organizations/table.ts'
import { payoutList } from '#features/payouts/table.ts'
import { projectList } from '#features/projects/table.ts'
import { userList } from '#features/users/table.ts'

/** Every list whose columns can be hidden. */
export const lists: readonly List[] = [
  documentList,
  emailList,
  userList,
  organizationList,
  projectList,
  payoutList,
]

/** The columns of a table that can be hidden, with their headings; undefined when there is no such table. */
export function columnsOf(table: string): Record<string, TextKey> | undefined {
  const list = lists.find((one) => one.table === table)
  return list && Object.fromEntries(hideableColumns(list).map((key) => [key, list.columns[key]!.heading]))
}

/** All columns that a layout of the table may name; undefined when there is no such table. */
export function layoutOf(table: string): string[] | undefined {
  const list = lists.find((one) => one.table === table)
  return list && layoutColumns(list)
}

/** Whether a table has additional fields as columns. */
export function takesFields(table: string): boolean {
  return lists.find((one) => one.table === table)?.dynamic === prefix
}
