import { formatEuro } from '#shared/money.ts'
import { ActModal } from '#web/record/ActModal.tsx'
import { TextArea } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { useLocale, useText } from '#web/texts.ts'
import { type LineRow, nameOfLine } from './data.ts'

type HoldOrIgnoreProps = {
  act: 'hold' | 'ignore'
  line: LineRow
  failure: unknown
  onSend: (reason: string) => Promise<void>
  onClose: () => void
}

/** Asks for the reason to put a line on hold, or to leave it in suspense for good. */
export function HoldOrIgnoreDialog({ act, line, failure, onSend, onClose }: HoldOrIgnoreProps) {
  const t = useText()
  const locale = useLocale()
  const form = useForm({
    initial: { reason: '' },
    validate: ({ reason }) => (reason.trim() === '' ? { reason: t('bank_statements.reason_required') } : {}),
    onSubmit: ({ reason }) => onSend(reason.trim()),
  })
  const amount = formatEuro(Math.abs(line.amount_cents), locale)
  return (
    <ActModal
      title={t(`bank_statements.${act}_title`, { name: nameOfLine(line, t) })}
      subtitle={amount}
      form={form}
      failure={failure}
      action={t(act === 'hold' ? 'bank_statements.hold' : 'bank_statements.ignore_do')}
      sentence={t(`bank_statements.${act}_why`, { amount })}
      onClose={onClose}
    >
      <TextArea
        {...form.field('reason')}
        label={t('bank_statements.reason')}
        required
        rows={2}
        maxLength={500}
        readOnly={form.submitting}
      />
    </ActModal>
  )
}
