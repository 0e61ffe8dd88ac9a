import { ApiError, api, invalidate } from '#web/api.ts'
import { translate } from '#web/texts.ts'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { UserRow } from '../contract.ts'

/** Everything that shows accounts loads again. */
export function usersChanged(): Promise<void> {
  return invalidate(
    // The changed account may be the own one.
    'GET /api/v4/users/profile/',
    'GET /api/v4/users/',
    'GET /api/v4/users/:id/',
    'GET /api/v4/users/staff/',
    'GET /api/v4/permissions/users/:name/',
  )
}

/** Sends an invitation again; the old link ends. */
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
    // A refusal means that the row on the screen is old.
    if (!(error instanceof ApiError)) return
  }
  await usersChanged()
}

/** Disables or enables an account; throws what the server answers. */
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
  await usersChanged()
}
