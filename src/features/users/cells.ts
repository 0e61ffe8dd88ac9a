import type { Tone } from '#shared/labels.ts'
import { cellsOf } from '#shared/lists/list-cells.ts'
import type { UserRow } from './contract.ts'
import { userList, type UserState } from './table.ts'

export const stateTones: Record<UserState, Tone> = { invited: 'info', active: 'success', disabled: 'default' }

export const userCells = cellsOf<typeof userList, UserRow>(userList, {
  name: (user) => user.full_name,
  user_type: (user) => user.user_type_display,
  state: ({ state, state_display }) => ({
    labels: [{ text: `users.state.${state}`, tone: stateTones[state], display: state_display }],
  }),
})
