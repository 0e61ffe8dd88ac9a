import { api } from '#web/api.ts'
import { refreshed } from '#web/stale.ts'
import { translate } from '#web/texts.ts'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { EmailRow } from '../contract.ts'

/** 'Failed to requeue email' with the server's reason (product.md §5). */
export function notifyRequeueFailure(error: unknown): void {
  notify({
    tone: 'danger',
    title: translate('emails.requeue_failed'),
    message: explain(error, translate),
  })
}

/** Shows how many mails were requeued. */
export function notifyRequeued(count: number): void {
  notify({
    tone: 'success',
    title: translate('states.success'),
    message: translate('emails.requeued', { count }),
  })
}

export async function requeue(mail: Pick<EmailRow, 'id'>): Promise<void> {
  try {
    await api('POST /api/v4/emails/:id/requeue/', { params: { id: mail.id } })
    notifyRequeued(1)
  } catch (error) {
    notifyRequeueFailure(error)
  }
  await refreshed()
}
