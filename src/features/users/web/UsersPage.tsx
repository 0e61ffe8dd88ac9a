import { useMemo, useState } from 'react'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { ExportButton } from '#web/table/toolbar/ExportButton.tsx'
import { ListTable } from '#web/table/list/ListTable.tsx'
import type { RowAction } from '#web/table/state/types.ts'
import { useText } from '#web/texts.ts'
import { IconCheck, IconLock, IconPencil, IconPlus } from '#web/ui/icons.ts'
import { IconSend } from '#web/ui/lazy-icons.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import type { UserRow } from '../contract.ts'
import { userList } from '../table.ts'
import { resendInvitation } from './account.ts'
import { columns, titleColumn, userAddress } from './columns.tsx'

const InviteModal = lazyDialog(() => import('./InviteModal.tsx'), 'InviteModal')
const ConfirmState = lazyDialog(() => import('./ConfirmState.tsx'), 'ConfirmState')

const keyOf = (user: UserRow) => String(user.id)

export function UsersPage() {
  const t = useText()
  const [inviting, setInviting] = useState(false)
  const [asking, setAsking] = useState<UserRow>()
  const rowActions = useMemo(() => rowActionsOf(setAsking), [])
  return (
    <>
      <ListTable
        route="GET /api/v4/users/"
        declaration={userList}
        title={t('nav.users')}
        titleColumn={titleColumn}
        columns={columns}
        rowKey={keyOf}
        rowActions={rowActions}
        searchText={t('users.search')}
        emptyText={t('users.none_yet')}
        emptyHint={t('list.begin_with', { action: t('actions.invite') })}
        noneMatchText={t('users.none_match')}
        actions={(list) => (
          <>
            <ExportButton route="GET /api/v4/users/export/" list={list} />
            <PermissionButton
              permission="invite_users"
              variant="primary"
              icon={IconPlus}
              size="sm"
              onPointerEnter={InviteModal.preload}
              onClick={() => setInviting(true)}
            >
              {t('actions.invite')}
            </PermissionButton>
          </>
        )}
        settings
      />
      {inviting && <InviteModal onClose={() => setInviting(false)} />}
      {asking && <ConfirmState user={asking} onClose={() => setAsking(undefined)} />}
    </>
  )
}

function rowActionsOf(ask: (user: UserRow) => void): RowAction<UserRow>[] {
  return [
    { key: 'edit', text: 'actions.edit', icon: IconPencil, href: (user) => userAddress(user.id) },
    {
      key: 'resend',
      text: 'users.resend',
      icon: IconSend,
      permission: 'invite_users',
      hidden: (user) => user.state !== 'invited',
      onSelect: (user) => void resendInvitation(user),
    },
    {
      key: 'disable',
      text: 'users.disable',
      icon: IconLock,
      permission: 'change_users',
      hidden: (user) => user.state === 'disabled',
      danger: true,
      onSelect: ask,
    },
    {
      key: 'enable',
      text: 'users.enable',
      icon: IconCheck,
      permission: 'change_users',
      hidden: (user) => user.state !== 'disabled',
      onSelect: ask,
    },
  ]
}
