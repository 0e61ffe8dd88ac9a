import { translate } from '#web/texts.ts'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'

export function notifyDownloadFailure(error: unknown): void {
  notify({ tone: 'danger', title: translate('payouts.download_failed'), message: explain(error, translate) })
}
