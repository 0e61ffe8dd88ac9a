import type { Locale } from '#shared/messages.ts'
import { areas, type Permission, type PermissionType, singleRights, typesOf } from '#shared/permissions.ts'
import { text, textOf } from '#server/texts.ts'
import {
  type AskedBy,
  type AskedFor,
  type ListExport,
  textColumn,
} from '#features/exports/server/list-export.ts'
import type { ListQuery } from '#shared/list.ts'
import type { Db } from '#server/db/db.ts'
import { fullNameWithUsername } from '#server/session.ts'
import { permissionList } from '../table.ts'
import { grantsOf, holderIds } from './queries.ts'

type Row = Awaited<ReturnType<typeof grantsOf>>[number]

/** One row per account that holds a right, one column per area and single right with the types held. */
export async function exportOfPermissions(
  db: Db,
  query: ListQuery<typeof permissionList>,
  _: AskedFor,
  asked: AskedBy,
): Promise<ListExport<Row>> {
  const { locale } = asked
  return {
    ...asked,
    name: text(locale, 'permissions.permissions'),
    declaration: permissionList,
    query,
    ids: await holderIds(db, query),
    rowsByIds: grantsOf,
    columns: [
      textColumn(textOf(locale, 'columns.name'), 36, (row: Row) => fullNameWithUsername(row)),
      textColumn(text(locale, 'permissions.superuser'), 12, (row: Row) =>
        row.is_superuser ? text(locale, 'permissions.yes') : '',
      ),
      ...[...areas, ...singleRights].map((name) =>
        textColumn(textOf(locale, `permissions.${name}`), 24, (row: Row) => typesHeld(name, row, locale)),
      ),
    ],
  }
}

function typesHeld(name: string, row: Row, locale: Locale): string {
  const offered = Object.entries(typesOf(name)!) as [PermissionType, Permission][]
  const isRight = offered.length === 1
  return offered
    .filter(([, permission]) => row.permissions.includes(permission))
    .map(([type]) => (isRight ? text(locale, 'permissions.yes') : textOf(locale, typeTexts[type])))
    .join(', ')
}

const typeTexts: Record<PermissionType, string> = {
  create: 'permissions.held.create',
  'view and change': 'permissions.held.change',
  'view and delete': 'permissions.held.delete',
  'view only': 'permissions.held.view',
}
