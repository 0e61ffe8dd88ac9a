import { useState } from 'react'
import { dayOf, isDay, showDay } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { api } from '#web/api.ts'
import { DateField } from '#web/form/DateField.tsx'
import { TextArea, TextField } from '#web/form/TextField.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { PasteReferences } from './PasteReferences.tsx'
import { PayoutAct, usePayoutAct } from './PayoutAct.tsx'
import { SepaDrawer } from './SepaDrawer.tsx'
import { UploadBankAnswer } from './UploadBankAnswer.tsx'
import { ProposeBankName } from './ProposeBankName.tsx'
import type { PayoutDialog, Target } from './target.ts'

type DialogsProps = { open: PayoutDialog; onOpen: (dialog: PayoutDialog) => void; onClose: () => void }

export function PayoutDialogs({ open, onOpen, onClose }: DialogsProps) {
  if (open.kind === 'paste') return <PasteReferences onOpen={onOpen} onClose={onClose} />
  if (open.kind === 'answer') return <UploadBankAnswer dropped={open.dropped} onClose={onClose} />
  if (open.kind === 'bank_name') return <ProposeBankName row={open.row} onClose={onClose} />
  const { kind, target } = open
  if (kind === 'sepa') return <SepaDrawer target={target} onOpen={onOpen} onClose={onClose} />
  if (kind === 'paid') return <MarkPaid target={target} onClose={onClose} />
  if (kind === 'arrived') return <MarkArrived target={target} onClose={onClose} />
  return <WithReason kind={kind} target={target} onClose={onClose} />
}

type ActProps = { target: Target; onClose: () => void }

/** Records that the bank transferred the payouts. */
function MarkPaid({ target, onClose }: ActProps) {
  const t = useText()
  const locale = useLocale()
  const [today] = useState(() => dayOf(new Date()))
  const { form, failure } = usePayoutAct({
    target,
    initial: { paid_on: today, reference: '' },
    validate: ({ paid_on }) => (isDay(paid_on) ? {} : { paid_on: t('validation.day') }),
    call: (values, keyOf) => {
      const body = { selection: target.sent, ...values }
      return api('POST /api/v4/payouts/mark-paid/', { body, idempotencyKey: keyOf(body) })
    },
    done: (count) => t('payouts.marked', { count }),
    onClose,
  })
  const { paid_on } = form.values
  const sum = target.sum_cents === undefined ? t('payouts.their_sum') : formatEuro(target.sum_cents, locale)
  return (
    <PayoutAct
      title={t('payouts.mark_paid_title')}
      target={target}
      form={form}
      failure={failure}
      action={t('payouts.mark_paid_short')}
      sentence={t('payouts.mark_paid_sentence', { sum, day: isDay(paid_on) ? showDay(paid_on) : '…' })}
      onClose={onClose}
    >
      <DateField {...form.field('paid_on')} label={t('payouts.paid_on')} max={today} required />
      <TextField
        {...form.field('reference')}
        label={t('payouts.reference')}
        hint={t('payouts.reference_hint')}
        optional
      />
    </PayoutAct>
  )
}

/** Records the organization's word that the money arrived. */
function MarkArrived({ target, onClose }: ActProps) {
  const t = useText()
  const [today] = useState(() => dayOf(new Date()))
  const { form, failure } = usePayoutAct({
    target,
    initial: { arrived_on: today, note: '' },
    validate: ({ arrived_on }) => (isDay(arrived_on) ? {} : { arrived_on: t('validation.day') }),
    call: (values, keyOf) => {
      const body = { selection: target.sent, ...values }
      return api('POST /api/v4/payouts/mark-arrived/', { body, idempotencyKey: keyOf(body) })
    },
    done: (count) => t('payouts.arrived_noted', { count }),
    onClose,
  })
  return (
    <PayoutAct
      title={t('payouts.arrived_title')}
      target={target}
      form={form}
      failure={failure}
      action={t('payouts.arrived_short')}
      sentence={t('payouts.arrived_sentence')}
      onClose={onClose}
    >
      <DateField {...form.field('arrived_on')} label={t('payouts.arrived_on')} max={today} required />
      <TextField {...form.field('note')} label={t('payouts.note')} optional />
    </PayoutAct>
  )
}

/** Unmarks or cancels payouts; both require a reason. */
function WithReason({ kind, target, onClose }: ActProps & { kind: 'unmark' | 'cancel' }) {
  const t = useText()
  const { form, failure } = usePayoutAct({
    target,
    initial: { reason: '' },
    validate: ({ reason }) => (reason.trim() ? {} : { reason: t('payouts.reason_required') }),
    call: (values, keyOf) => {
      const body = { selection: target.sent, ...values }
      const options = { body, idempotencyKey: keyOf(body) }
      return kind === 'unmark'
        ? api('POST /api/v4/payouts/unmark/', options)
        : api('POST /api/v4/payouts/cancel/', options)
    },
    done: (count) => t(kind === 'unmark' ? 'payouts.unmarked' : 'payouts.cancelled', { count }),
    onClose,
  })
  return (
    <PayoutAct
      title={t(kind === 'unmark' ? 'payouts.unmark_title' : 'payouts.cancel_title')}
      target={target}
      form={form}
      failure={failure}
      action={t(kind === 'unmark' ? 'payouts.unmark_short' : 'payouts.cancel_short')}
      sentence={t(kind === 'unmark' ? 'payouts.unmark_sentence' : 'payouts.cancel_sentence')}
      mayWait={{ act: kind, amount_cents: target.sum_cents }}
      danger
      onClose={onClose}
    >
      <TextArea {...form.field('reason')} label={t('payouts.reason')} maxLength={500} required />
    </PayoutAct>
  )
}
