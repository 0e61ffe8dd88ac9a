import type { ListDeclaration } from '#shared/list-declaration.ts'

/** What the export of permissions can be narrowed to: accounts by name. */
export const permissionList = {
  table: 'permissions',
  filters: {},
  ordering: ['name'],
  defaultOrdering: 'name',
} as const satisfies ListDeclaration
