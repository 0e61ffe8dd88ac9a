import { useEffect, useRef } from 'react'
import { showDay } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { type Answer } from '#web/api.ts'
import { download } from '#web/download.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconChecks, IconDownload } from '#web/ui/icons.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { useRunning } from '#web/ui/useRunning.ts'
import { notifyDownloadFailure } from './file.ts'
import { type PayoutDialog, targetOfRows } from './target.ts'

type DoneProps = {
  file: Answer<'POST /api/v4/payouts/sepa-export/'>
  preview: Answer<'POST /api/v4/payouts/sepa-preview/'>
  onOpen: (dialog: PayoutDialog) => void
  onClose: () => void
}

/** The created file: its message ID, a link to download it again, and the next step once the bank has paid. */
export function SepaDone({ file, preview, onOpen, onClose }: DoneProps) {
  const t = useText()
  const locale = useLocale()
  const heading = useRef<HTMLHeadingElement>(null)
  const [running, run] = useRunning()
  useEffect(() => heading.current?.focus(), [])
  const rows = preview.payments.filter((payment) => file.exported.includes(payment.slug))
  return (
    <Modal
      drawer="side"
      size="md"
      title={t('payouts.sepa_title')}
      dirty={false}
      initialFocus={heading}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('actions.close')}</Button>
          <Button
            icon={IconDownload}
            loading={running}
            onClick={() =>
              run(() =>
                download('GET /api/v4/payouts/files/:slug/', { params: { slug: file.slug } }).catch(
                  notifyDownloadFailure,
                ),
              )
            }
          >
            {t('payouts.download_again')}
          </Button>
          <Button
            variant="primary"
            icon={IconChecks}
            onClick={() => onOpen({ kind: 'paid', target: targetOfRows(rows) })}
          >
            {t('payouts.mark_these')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <h3 ref={heading} tabIndex={-1}>
          {t('payouts.file_made', { count: file.payments, sum: formatEuro(file.control_sum_cents, locale) })}
        </h3>
        <dl className="facts">
          <dt>{t('payouts.file')}</dt>
          <dd>{file.filename}</dd>
          <dt>{t('payouts.message_id')}</dt>
          <dd>{file.message_id}</dd>
          <dt>{t('payouts.control_sum')}</dt>
          <dd className="figures">{formatEuro(file.control_sum_cents, locale)}</dd>
          <dt>{t('payouts.execute_on')}</dt>
          <dd className="figures">{showDay(file.execute_on)}</dd>
        </dl>
      </div>
    </Modal>
  )
}
