import { useState } from 'react'
import { api } from '#web/api.ts'
import { TextArea } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { useIdempotencyKey } from '#web/idempotency.ts'
import { useCan } from '#web/profile.tsx'
import { ActModal } from '#web/record/ActModal.tsx'
import { useText } from '#web/texts.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { IconEye } from '#web/ui/icons.ts'
import { type LineRow, nameOfLine } from './data.ts'

export function LineIban({ line }: { line: LineRow }) {
  const t = useText()
  const mayReveal = useCan('change_bank_statements')
  const [isAsking, setAsking] = useState(false)
  const [whole, setWhole] = useState<{ id: number; iban: string }>()
  const isShown = whole?.id === line.id
  return (
    <>
      <span>{isShown ? whole.iban.replace(/(.{4})(?=.)/g, '$1 ') : line.iban}</span>
      {!isShown && mayReveal && (
        <IconButton
          icon={IconEye}
          size={28}
          className="statement-reveal"
          label={t('bank_statements.reveal')}
          onClick={() => setAsking(true)}
        />
      )}{' '}
      ·{' '}
      {isAsking && (
        <RevealIban
          line={line}
          onShown={(iban) => {
            setWhole({ id: line.id, iban })
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

type RevealProps = { line: LineRow; onShown: (iban: string) => void; onClose: () => void }

function RevealIban({ line, onShown, onClose }: RevealProps) {
  const t = useText()
  const keyOf = useIdempotencyKey()
  const [failure, setFailure] = useState<unknown>()
  const form = useForm({
    initial: { reason: '' },
    validate: ({ reason }) => (reason.trim() === '' ? { reason: t('bank_statements.reason_required') } : {}),
    onSubmit: async ({ reason }) => {
      setFailure(undefined)
      const body = { reason: reason.trim() }
      const idempotencyKey = keyOf({ id: line.id, ...body })
      const { iban } = await api('POST /api/v4/bank-transactions/:id/reveal/', {
        params: { id: line.id },
        body,
        idempotencyKey,
      })
      onShown(iban)
    },
    onFailure: setFailure,
  })
  return (
    <ActModal
      title={t('bank_statements.reveal_title', { name: nameOfLine(line, t) })}
      subtitle={line.iban}
      form={form}
      failure={failure}
      action={t('bank_statements.do_reveal')}
      sentence={t('bank_statements.reveal_why')}
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
