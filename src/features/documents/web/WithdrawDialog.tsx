import { api } from '#web/api.ts'
import { TextArea, TextField } from '#web/form/TextField.tsx'
import { ActModal } from '#web/record/ActModal.tsx'
import { useAct } from '#web/record/useAct.ts'
import { useText } from '#web/texts.ts'
import type { DocumentRow } from '../contract.ts'

type Values = { reason: string; confirm_number: string }
export type WithdrawDialogProps = { document: DocumentRow; onClose: () => void }

/** Withdraws a receipt: a reason, and its number typed. */
export function WithdrawDialog({ document, onClose }: WithdrawDialogProps) {
  const t = useText()
  const number = document.number ?? ''
  const { form, failure } = useAct<Values, unknown>({
    initial: { reason: '', confirm_number: '' },
    validate: ({ reason, confirm_number }) => ({
      reason: reason.trim() === '' ? t('validation.required') : '',
      confirm_number: confirm_number.trim() === number ? '' : t('documents.receipts.other_number'),
    }),
    call: ({ reason, confirm_number }, keyOf) => {
      const body = { reason: reason.trim(), confirm_number: confirm_number.trim() }
      return api('POST /api/v4/documents/:slug/withdraw/', {
        params: { slug: document.slug },
        body,
        idempotencyKey: keyOf(body),
      })
    },
    done: () => ({ title: t('documents.receipts.withdrawn'), message: number }),
    onClose,
  })
  return (
    <ActModal
      title={t('documents.receipts.withdraw_title', { number })}
      subtitle={document.target.title}
      form={form}
      failure={failure}
      action={t('documents.receipts.do_withdraw', { number })}
      danger
      dirty={form.values.reason.trim() !== ''}
      sentence={t('documents.receipts.withdraw_text')}
      onClose={onClose}
    >
      <TextArea
        {...form.field('reason')}
        label={t('documents.receipts.reason')}
        required
        rows={3}
        maxLength={2000}
      />
      <TextField
        {...form.field('confirm_number')}
        label={t('documents.receipts.confirm_number', { number })}
        required
        autoComplete="off"
      />
    </ActModal>
  )
}
