import { visible } from '#shared/text-direction.ts'
import { api } from '#web/api.ts'
import { useAct } from '#web/record/useAct.ts'
import { ActModal } from '#web/record/ActModal.tsx'
import { useText } from '#web/texts.ts'
import type { PayoutRow } from '../contract.ts'

/** Proposes the account holder's name at the bank; a second person decides. */
export function ProposeBankName({ row, onClose }: { row: PayoutRow; onClose: () => void }) {
  const t = useText()
  const bank_name = row.bank_said.verification?.bank_name ?? ''
  const { form, failure } = useAct({
    initial: {},
    validate: () => ({}),
    call: (_, keyOf) => {
      const body = { bank_name }
      return api('POST /api/v4/payouts/:slug/take-bank-name/', {
        params: { slug: row.slug },
        body,
        idempotencyKey: keyOf(body),
      })
    },
    done: () => ({ title: t('states.success'), message: t('payouts.bank_name_taken') }),
    onClose,
  })
  return (
    <ActModal
      title={t('payouts.take_bank_name_title')}
      subtitle={`${row.number} · ${row.project.title}`}
      form={form}
      failure={failure}
      action={t('payouts.take_bank_name_propose')}
      sentence={t('payouts.take_bank_name_sentence', { name: bank_name })}
      onClose={onClose}
    >
      <dl className="facts">
        <dt>{t('payouts.take_bank_name_now')}</dt>
        <dd>{visible(row.recipient.name)}</dd>
        <dt>{t('payouts.take_bank_name_new')}</dt>
        <dd>{visible(bank_name)}</dd>
      </dl>
    </ActModal>
  )
}
