import { useState } from 'react'
import { dayOf, isDay } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { api } from '#web/api.ts'
import { ActModal } from '#web/record/ActModal.tsx'
import { DateField } from '#web/form/DateField.tsx'
import { type Cents, MoneyField } from '#web/form/MoneyField.tsx'
import { TextArea, TextField } from '#web/form/TextField.tsx'
import { useAct } from '#web/record/useAct.ts'
import { useLocale, useText } from '#web/texts.ts'
import type { ClaimRow } from '../contract.ts'
import './funding.css'

export type ClaimDialogProps = { kind: 'return' | 'write_off'; claim: ClaimRow; onClose: () => void }

/** Books a return of a claim, or writes off its open rest. */
export function ClaimDialog({ kind, ...props }: ClaimDialogProps) {
  return kind === 'return' ? <Return {...props} /> : <WriteOff {...props} />
}

type ActProps = Omit<ClaimDialogProps, 'kind'>

const subtitleOf = ({ project, organization }: ClaimRow) => `${project.title} · ${organization.title}`

function Return({ claim, onClose }: ActProps) {
  const t = useText()
  const locale = useLocale()
  const [today] = useState(() => dayOf(new Date()))
  const euro = (cents: number) => formatEuro(cents, locale)
  const tooMuch = (cents: number) =>
    cents > claim.open_cents ? t('claims.at_most', { amount: euro(claim.open_cents) }) : undefined
  const { form, failure } = useAct({
    initial: { amount_cents: claim.open_cents as Cents, received_on: today, note: '' },
    validate: ({ amount_cents, received_on }) => ({
      amount_cents: !isPositive(amount_cents) ? t('form.amount') : tooMuch(amount_cents),
      received_on: !isDay(received_on)
        ? t('validation.day')
        : received_on > today
          ? t('funding.day_in_future')
          : received_on < claim.opened_on
            ? t('claims.before_opened')
            : '',
    }),
    call: ({ amount_cents, received_on, note }, keyOf) => {
      const body = { amount_cents: amount_cents!, received_on, note: note.trim() }
      return api('POST /api/v4/recovery-claims/:slug/return/', {
        params: { slug: claim.slug },
        body,
        idempotencyKey: keyOf(body),
      })
    },
    done: () => ({ title: t('claims.return_booked'), message: claim.project.title }),
    onClose,
  })
  const amount = form.values.amount_cents || 0
  return (
    <ActModal
      title={t('claims.return_title')}
      subtitle={subtitleOf(claim)}
      form={form}
      failure={failure}
      action={t('claims.do_return', { amount: euro(amount) })}
      sentence={t('claims.return_consequence', {
        amount: euro(amount),
        company: claim.company.title,
        open: euro(Math.max(0, claim.open_cents - amount)),
      })}
      onClose={onClose}
    >
      <MoneyField
        {...form.field('amount_cents')}
        // Shown while typing, before the person fills in the remaining fields.
        error={form.errors.amount_cents ?? tooMuch(amount)}
        label={t('funding.amount')}
        required
      />
      <DateField {...form.field('received_on')} label={t('claims.received_on')} required max={today} />
      <TextField {...form.field('note')} label={t('funding.note')} optional maxLength={500} />
    </ActModal>
  )
}

function WriteOff({ claim, onClose }: ActProps) {
  const t = useText()
  const locale = useLocale()
  const { form, failure } = useAct({
    initial: { reason: '' },
    validate: ({ reason }) => ({ reason: reason.trim() === '' ? t('validation.required') : '' }),
    call: ({ reason }, keyOf) => {
      const body = { reason: reason.trim() }
      return api('POST /api/v4/recovery-claims/:slug/write-off/', {
        params: { slug: claim.slug },
        body,
        idempotencyKey: keyOf(body),
      })
    },
    done: () => ({ title: t('claims.written_off_done'), message: claim.project.title }),
    onClose,
  })
  const amount = formatEuro(claim.open_cents, locale)
  return (
    <ActModal
      title={t('claims.write_off_title')}
      subtitle={subtitleOf(claim)}
      form={form}
      failure={failure}
      action={t('claims.do_write_off', { amount })}
      mayWait={{ act: 'defund', amount_cents: claim.open_cents }}
      danger
      sentence={t('claims.write_off_consequence', { amount, company: claim.company.title })}
      onClose={onClose}
    >
      <TextArea {...form.field('reason')} label={t('claims.reason')} required rows={3} maxLength={2000} />
    </ActModal>
  )
}

const isPositive = (cents: Cents): cents is number => cents !== null && cents > 0
