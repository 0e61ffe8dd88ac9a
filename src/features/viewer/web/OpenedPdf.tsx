import type { ReactNode } from 'react'
import type { Pdf } from '#web/pdf/load.ts'
import { useText } from '#web/texts.ts'
import { IconAlertTriangle } from '#web/ui/icons.ts'
import { PageLoading } from '#web/ui/PageLoading.tsx'
import { ErrorPanel, Message } from '#web/ui/states.tsx'
import type { PdfState } from './usePdf.ts'

/** A PDF that is loading, damaged, failed to load, or open and rendered by `children`. */
export function OpenedPdf({ opened, children }: { opened: PdfState; children: (pdf: Pdf) => ReactNode }) {
  const t = useText()
  if (opened.state === 'open') return children(opened.pdf)
  if (opened.state === 'failed')
    return <ErrorPanel error={opened.error} onRetry={opened.retry} text={t('viewer.not_drawn')} />
  if (opened.state === 'loading') return <PageLoading />
  return (
    <Message icon={IconAlertTriangle} tone="danger" title={t('viewer.damaged')}>
      {t('viewer.damaged_text')}
    </Message>
  )
}
