import { useId, useState } from 'react'
import { formatEuro } from '#shared/money.ts'
import { TextArea } from '#web/form/TextField.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Sentence } from '#web/ui/Sentence.tsx'
import { type LineRow, nameOfLine } from './data.ts'

type SetAsideProps = {
  act: 'hold' | 'ignore'
  line: LineRow
  running: boolean
  failure: string | undefined
  onSend: (reason: string) => void
  onClose: () => void
}

/** Asks why a line is put off, or left in suspense for good. */
export function SetAside({ act, line, running, failure, onSend, onClose }: SetAsideProps) {
  const t = useText()
  const locale = useLocale()
  const formId = useId()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const amount = formatEuro(Math.abs(line.amount_cents), locale)
  const missing = tried && reason.trim() === ''
  return (
    <Modal
      title={t(`bank_statements.${act}_title`, { name: nameOfLine(line, t) })}
      subtitle={amount}
      size="sm"
      dirty={reason !== ''}
      onClose={() => !running && onClose()}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('actions.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" loading={running}>
            {t(act === 'hold' ? 'bank_statements.hold' : 'bank_statements.ignore_do')}
          </Button>
        </>
      )}
    >
      <form
        id={formId}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (reason.trim() !== '') onSend(reason.trim())
        }}
      >
        {failure && (
          <Callout loud tone="danger">
            {failure}
          </Callout>
        )}
        <TextArea
          name="reason"
          label={t('bank_statements.reason')}
          required
          rows={2}
          maxLength={500}
          value={reason}
          readOnly={running}
          error={missing ? t('bank_statements.reason_required') : undefined}
          onChange={setReason}
        />
        <Sentence>{t(`bank_statements.${act}_why`, { amount })}</Sentence>
      </form>
    </Modal>
  )
}
