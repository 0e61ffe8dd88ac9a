import { defineList, textsUnder } from '#shared/lists/list-record.ts'

export const userTypes = ['end', 'staff', 'company', 'promoter'] as const
export type UserType = (typeof userTypes)[number]
export const userStates = ['invited', 'active', 'disabled'] as const
export type UserState = (typeof userStates)[number]

/** The list of accounts (product.md §5). */
export const userList = defineList({
  table: 'users',
  defaultOrdering: 'name',
  columns: {
    name: { heading: 'columns.name', kind: 'text', ordering: 'name_sort', names: 'title' },
    username: { heading: 'columns.username', kind: 'text', ordering: 'username' },
    email: { heading: 'columns.email', kind: 'text', ordering: 'email', width: 170 },
    user_type: {
      heading: 'columns.user_type',
      kind: 'text',
      ordering: 'user_type',
      filter: { values: textsUnder('users.type.', userTypes) },
    },
    state: {
      heading: 'columns.state',
      kind: 'text',
      ordering: 'state',
      filter: { values: textsUnder('users.state.', userStates) },
    },
    created_at: { heading: 'columns.created_at', kind: 'instant', ordering: 'created_at', card: false },
    signed_in_at: { heading: 'columns.signed_in_at', kind: 'instant', ordering: 'signed_in_at' },
  },
})
