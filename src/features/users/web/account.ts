import { api } from '#web/api.ts'
import { refreshed } from '#web/stale.ts'
import { translate } from '#web/texts.ts'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { UserRow } from '../contract.ts'

/** Resends an invitation; the old link expires. */
export async function resendInvitation(user: Pick<UserRow, 'id' | 'email'>): Promise<void> {
  try {
    await api('POST /api/v4/users/:id/resend-invitation/', { params: { id: user.id } })
    notify({ tone: 'success', title: translate('users.resent'), message: user.email })
  } catch (error) {
    notify({
      tone: 'danger',
      title: translate('users.resend_failed'),
      message: explain(error, translate),
    })
  }
  await refreshed()
}

/** Disables or enables an account; a refusal throws. */
export async function setDisabled(user: Pick<UserRow, 'id' | 'full_name'>, disabled: boolean): Promise<void> {
  const params = { id: user.id }
  await (disabled
    ? api('POST /api/v4/users/:id/disable/', { params })
    : api('POST /api/v4/users/:id/enable/', { params }))
  notify({
    tone: 'success',
    title: translate(disabled ? 'users.disabled' : 'users.enabled'),
    message: user.full_name,
  })
  await refreshed()
}
