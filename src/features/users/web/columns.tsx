import type { PageAddress } from '#shared/pages.ts'
import { columnsOf, titleOf } from '#web/table/list/columns.ts'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { stateTones, userCells } from '../cells.ts'
import type { UserRow } from '../contract.ts'
import { userList } from '../table.ts'

export const userAddress = (id: number): PageAddress => `/site-admin/user/${id}/update/`

export function UserStateLabel({ user }: { user: Pick<UserRow, 'state' | 'state_display'> }) {
  return <StatusLabel tone={stateTones[user.state]} text={user.state_display} />
}

export const titleColumn = titleOf<UserRow>(userList, (user) => ({
  title: user.full_name,
  href: userAddress(user.id),
}))

export const columns = columnsOf(userList, userCells)
