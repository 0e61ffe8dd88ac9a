import type { ListDeclaration } from '#shared/list-declaration.ts'

export const userTypes = ['end', 'staff', 'company', 'promoter'] as const
export type UserType = (typeof userTypes)[number]
export const userStates = ['invited', 'active', 'disabled'] as const
export type UserState = (typeof userStates)[number]

/** The list of accounts (product.md §5): filters, ordering and columns, declared once. */
export const userList = {
  table: 'users',
  filters: { user_type: userTypes, state: userStates },
  ordering: ['name', 'username', 'email', 'user_type', 'state', 'created_at', 'signed_in_at'],
  defaultOrdering: 'name',
} as const satisfies ListDeclaration

/** Columns that Table Settings can hide, and the keys of the export's columns. The name is never hidden. */
export const userColumns = ['username', 'email', 'user_type', 'state', 'created_at', 'signed_in_at'] as const
export type UserColumn = (typeof userColumns)[number]
