import { showInstant } from '#shared/dates.ts'
import type { Column, TitleColumn } from '#web/table/types.ts'
import type { Tone } from '#shared/labels.ts'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import type { UserRow } from '../contract.ts'
import { type UserColumn, userStates, type UserState, userTypes } from '../table.ts'

/** Address of an account's own page. */
export const userAddress = (id: number) => `/site-admin/user/${id}/update/`

/** Colours of the states (design: labels). */
const tones: Record<UserState, Tone> = { invited: 'info', active: 'success', disabled: 'default' }

/** An account's state as a label. */
export function UserStateLabel({ user }: { user: Pick<UserRow, 'state' | 'state_display'> }) {
  return <StatusLabel tone={tones[user.state]} text={user.state_display} />
}

export const titleColumn: TitleColumn<UserRow> = {
  title: 'columns.name',
  ordering: 'name',
  cell: (user) => ({ title: user.full_name, href: userAddress(user.id) }),
}

function column(
  key: UserColumn,
  cell: Column<UserRow>['cell'],
  rest: Partial<Column<UserRow>> = {},
): Column<UserRow> {
  return { key, title: `columns.${key}`, ordering: key, cell, ...rest }
}

/** The columns of the list of accounts. */
export const columns: readonly Column<UserRow>[] = [
  column('username', (user) => user.username, { width: 110 }),
  column('email', (user) => user.email, { width: 170 }),
  column('user_type', (user) => user.user_type_display, {
    filter: {
      name: 'user_type',
      texts: Object.fromEntries(userTypes.map((type) => [type, `users.type.${type}` as const])),
    },
  }),
  column('state', (user) => <UserStateLabel user={user} />, {
    filter: {
      name: 'state',
      texts: Object.fromEntries(userStates.map((state) => [state, `users.state.${state}` as const])),
    },
  }),
  column('created_at', (user) => showInstant(user.created_at), { width: 118, card: false }),
  column('signed_in_at', (user) => user.signed_in_at && showInstant(user.signed_in_at), { width: 118 }),
]
