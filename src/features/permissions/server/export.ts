import { cellsOf } from '#shared/lists/list-cells.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import type { Locale } from '#shared/messages.ts'
import { type Permission, type PermissionType, typesOf } from '#shared/permissions.ts'
import { text } from '#server/base/texts.ts'
import {
  exportColumns,
  type ExportContext,
  type ExportParameters,
  type ListExport,
} from '#features/exports/server/list-export.ts'
import type { Db } from '#server/db/db.ts'
import { fullNameWithUsername } from '#server/auth/session.ts'
import { permissionList, type Right, rights } from '../table.ts'
import { grantsOf, holderIds } from './queries.ts'

type Row = Awaited<ReturnType<typeof grantsOf>>[number]

/** One row per account that holds a right, one column per area and single right with the types held. */
export async function exportOfPermissions(
  db: Db,
  query: ListQuery<typeof permissionList>,
  wanted: ExportParameters,
  asked: ExportContext,
): Promise<ListExport<Row>> {
  const { locale } = asked
  return {
    ...asked,
    name: text(locale, 'permissions.permissions'),
    list: permissionList,
    query,
    ids: await holderIds(db, query),
    rowsByIds: grantsOf,
    columns: exportColumns(permissionList, cellsIn(locale), wanted, locale),
  }
}

const cellsIn = (locale: Locale) => {
  const held = (right: Right) => [right, (row: Row) => typesHeld(right, row, locale)]
  return cellsOf<typeof permissionList, Row>(permissionList, {
    name: (row) => fullNameWithUsername(row),
    superuser: (row) => (row.is_superuser ? text(locale, 'permissions.yes') : ''),
    ...(Object.fromEntries(rights.map(held)) as { [R in Right]: (row: Row) => string }),
  })
}

function typesHeld(name: string, row: Row, locale: Locale): string {
  const offered = Object.entries(typesOf(name)!) as [PermissionType, Permission][]
  const isRight = offered.length === 1
  return offered
    .filter(([, permission]) => row.permissions.includes(permission))
    .map(([type]) => text(locale, isRight ? 'permissions.yes' : typeTexts[type]))
    .join(', ')
}

const typeTexts = {
  create: 'permissions.held.create',
  'view and change': 'permissions.held.change',
  'view and delete': 'permissions.held.delete',
  'view only': 'permissions.held.view',
} as const satisfies Record<PermissionType, string>
