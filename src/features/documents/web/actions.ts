import { api, ApiError } from '#web/api.ts'
import { download } from '#web/download.ts'
import { refreshed } from '#web/stale.ts'
import { translate } from '#web/texts.ts'
import { notify } from '#web/ui/toasts.ts'
import { explain } from '#web/ui/states.tsx'
import type { DocumentRow } from '../contract.ts'

type NamedDocument = Pick<DocumentRow, 'slug' | 'title'>

/** Downloads a document; a failure is shown in a toast. */
export async function downloadDocument({ slug, title }: NamedDocument): Promise<void> {
  try {
    await download('GET /api/v4/documents/:slug/download/', { params: { slug } })
  } catch (error) {
    notify({ tone: 'danger', title, message: explain(error, translate) })
  }
}

/** Downloads a reprint of a receipt, marked as such. */
export async function reprintReceipt({ slug, title }: NamedDocument): Promise<void> {
  try {
    await download('GET /api/v4/documents/:slug/reprint/', { params: { slug } })
  } catch (error) {
    notify({ tone: 'danger', title, message: explain(error, translate) })
  }
}

/** Deletes a document and returns whether it is gone; 'Failed to delete file' with the reason otherwise. */
export async function deleteDocument({ slug, title }: NamedDocument): Promise<boolean> {
  let isGone = false
  try {
    await api('DELETE /api/v4/documents/:slug/', { params: { slug } })
    isGone = true
    notify({ tone: 'success', title: translate('documents.deleted'), message: title })
  } catch (error) {
    notify({
      tone: 'danger',
      title: translate('documents.delete_failed'),
      message: explain(error, translate),
      ...(!(error instanceof ApiError) && {
        action: { text: translate('actions.try_again'), run: () => void deleteDocument({ slug, title }) },
      }),
    })
  }
  await refreshed()
  return isGone
}
