import { defineList, textsUnder } from '#shared/lists/list-record.ts'
import { areas, singleRights } from '#shared/permissions.ts'

/** All areas and single rights, each a column. */
export const rights = [...areas, ...singleRights] as const
export type Right = (typeof rights)[number]
const headings = textsUnder('permissions.', rights)
const column = (right: Right) => ({ heading: headings[right], kind: 'text' }) as const

/** Export of permissions: a row per account that holds one, a column per area and single right. */
export const permissionList = defineList({
  table: 'permissions',
  defaultOrdering: 'name',
  columns: {
    name: { heading: 'columns.name', kind: 'text', ordering: 'name_sort', names: 'title' },
    superuser: { heading: 'permissions.superuser', kind: 'text' },
    ...(Object.fromEntries(rights.map((right) => [right, column(right)])) as {
      [R in Right]: ReturnType<typeof column>
    }),
  },
})
