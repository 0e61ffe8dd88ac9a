import { ApiError, api, invalidate } from '#web/api.ts'
import { bulkLimit, selectedSlugs } from '#web/table/selected.ts'
import type { ListHandle } from '#web/table/types.ts'
import { translate } from '#web/texts.ts'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { EmailRow } from '../contract.ts'

function changed(): Promise<void> {
  return invalidate('GET /api/v4/emails/', 'GET /api/v4/emails/:id/')
}

/** 'Failed to requeue email' with the server's reason (product.md §5). */
function tellFailure(error: unknown): void {
  notify({
    tone: 'danger',
    title: translate('emails.requeue_failed'),
    message: explain(error, translate),
  })
}

function tellDone(count: number): void {
  notify({
    tone: 'success',
    title: translate('states.success'),
    message: translate('emails.requeued', { count }),
  })
}

/** Sends one mail again. */
export async function requeue(mail: Pick<EmailRow, 'id'>): Promise<void> {
  try {
    await api('POST /api/v4/emails/:id/requeue/', { params: { id: mail.id } })
    tellDone(1)
  } catch (error) {
    tellFailure(error)
    // A refusal means that the row on the screen is old.
    if (!(error instanceof ApiError)) return
  }
  await changed()
}

/** Sends the selected mails again; those that cannot be stay selected. */
export async function requeueSelected(list: ListHandle<EmailRow>): Promise<void> {
  const { count } = list.selection
  if (count > bulkLimit)
    return void notify({
      tone: 'danger',
      title: translate('emails.requeue_failed'),
      message: translate('list.too_many', { count, limit: bulkLimit }),
    })
  try {
    const keys = await selectedSlugs('GET /api/v4/emails/', list, (mail) => String(mail.id))
    const { requeued, skipped } = await api('POST /api/v4/emails/requeue/', {
      body: { ids: keys.map(Number) },
    })
    if (requeued.length > 0) tellDone(requeued.length)
    if (skipped.length > 0)
      notify({
        tone: 'danger',
        title: translate('emails.requeue_failed'),
        message: translate('emails.requeue_skipped', { count: skipped.length }),
      })
    list.keepSelected(skipped.map(String))
    await changed()
  } catch (error) {
    tellFailure(error)
  }
}
