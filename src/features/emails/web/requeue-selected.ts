import { maxBulkRows } from '#shared/lists/list-declaration.ts'
import { api } from '#web/api.ts'
import { refreshed } from '#web/stale.ts'
import { correctIfChanged, refusedGroups, showRefusal } from '#web/table/state/refusals.ts'
import type { ListHandle } from '#web/table/state/types.ts'
import { translate } from '#web/texts.ts'
import { notify } from '#web/ui/toasts.ts'
import { notifyRequeued, notifyRequeueFailure } from './requeue.ts'

/** Requeues the selected mails; refused ones stay selected. */
export async function requeueSelected(list: ListHandle): Promise<void> {
  const { count, sent } = list.selection
  if (count > maxBulkRows)
    return void notify({
      tone: 'danger',
      title: translate('emails.requeue_failed'),
      message: translate('list.too_many', { count, limit: maxBulkRows }),
    })
  try {
    const { requeued, refused = [] } = await api('POST /api/v4/emails/requeue/', {
      body: { selection: sent },
    })
    if (requeued.length > 0) notifyRequeued(requeued.length)
    const groups = refusedGroups(refused, list.titleOf)
    if (refused.length > 0) showRefusal({ title: translate('emails.requeue_failed'), groups })
    list.keepSelected(refused.filter((mail) => mail.code !== 'not_found'))
    await refreshed()
  } catch (error) {
    correctIfChanged(error, list)
    notifyRequeueFailure(error)
  }
}
