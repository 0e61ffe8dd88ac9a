import { useState } from 'react'
import { dayOf, isDay, showDay } from '#shared/dates.ts'
import { shortIban } from '#shared/iban.ts'
import { formatEuro } from '#shared/money.ts'
import { api } from '#web/api.ts'
import { ActModal } from '#web/record/ActModal.tsx'
import { DateField } from '#web/form/DateField.tsx'
import { type Cents, MoneyField } from '#web/form/MoneyField.tsx'
import { TextArea } from '#web/form/TextField.tsx'
import { useAct } from '#web/record/useAct.ts'
import { RecordField } from '#web/record/RecordField.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { Segmented } from '#web/ui/Tabs.tsx'
import type { DonationRow } from '../contract.ts'

export type DonationDialogProps = {
  kind: 'confirm' | 'refund' | 'charge_back' | 'change_purpose'
  donation: DonationRow
  onClose: () => void
}

type Values = {
  part: 'in_full' | 'in_part'
  amount_cents: Cents
  received_on: string
  project_slug: string
  reason: string
}

/** Confirms a pledge, refunds in full or in part, records a chargeback, or moves a donation to another project. */
export function DonationDialog({ kind, donation, onClose }: DonationDialogProps) {
  const t = useText()
  const locale = useLocale()
  const [today] = useState(() => dayOf(new Date()))
  const euro = (cents: number) => formatEuro(cents, locale)
  const all = kind === 'confirm' ? donation.amount_cents : donation.left_cents
  const asksAmount = ({ part }: Values) => kind === 'confirm' || (kind === 'refund' && part === 'in_part')
  const amountOf = (values: Values): Cents => (asksAmount(values) ? values.amount_cents : all)
  const tooMuch = (amount: number) =>
    kind === 'refund' && amount > all ? t('private_donations.too_much', { amount: euro(all) }) : undefined
  const wrongDay = (day: string) =>
    !isDay(day) ? t('validation.day') : day > today ? t('private_donations.in_future') : ''
  const given = (value: string) => (value.trim() === '' ? t('validation.required') : '')
  const { form, failure } = useAct<Values, unknown>({
    initial: { part: 'in_full', amount_cents: all, received_on: today, project_slug: '', reason: '' },
    validate: (values) => {
      const amount = amountOf(values)
      return {
        amount_cents: !amount || amount < 0 ? t('form.amount') : tooMuch(amount),
        ...(kind === 'confirm'
          ? { received_on: wrongDay(values.received_on) }
          : { reason: given(values.reason) }),
        ...(kind === 'change_purpose' && { project_slug: given(values.project_slug) }),
      }
    },
    call: (values, keyOf) => send(donation.slug, { kind, ...values, amount_cents: amountOf(values)! }, keyOf),
    done: () => ({
      title: t('private_donations.done', { number: donation.number }),
      message: donation.project.title,
    }),
    onClose,
  })
  const { values } = form
  const amount = amountOf(values) || 0
  const said = {
    amount: euro(amount),
    number: donation.number,
    day: isDay(values.received_on) ? showDay(values.received_on) : values.received_on,
    project: donation.project.title,
    missing: euro(Math.max(0, donation.project_lacks_cents + amount)),
    // Cash and provider gifts are returned the way they came, not to an IBAN.
    iban: donation.channel === 'bank_transfer' ? shortIban(donation.donor?.iban ?? '') : '',
  }
  return (
    <ActModal
      title={t(`private_donations.${kind}_title`)}
      subtitle={t('private_donations.at_most', { number: donation.number, amount: euro(all) })}
      form={form}
      failure={failure}
      action={t(`private_donations.do_${kind}`, said)}
      danger={kind === 'charge_back'}
      {...((kind === 'refund' || kind === 'charge_back') && {
        mayWait: { act: 'refund', amount_cents: amount },
      })}
      sentence={
        kind === 'refund'
          ? t(`private_donations.${said.iban ? 'refund_to_iban' : 'refund_consequence'}`, said)
          : t(`private_donations.${kind}_consequence`, said)
      }
      onClose={onClose}
    >
      {kind === 'refund' && (
        <Segmented
          label={t('private_donations.refund_title')}
          value={values.part}
          options={(['in_full', 'in_part'] as const).map((value) => ({
            value,
            text: t(`private_donations.${value}`),
          }))}
          onChange={(part) => form.set('part', part)}
        />
      )}
      {asksAmount(values) && (
        <MoneyField
          {...form.field('amount_cents')}
          // Shown while typing, before the person fills in the remaining fields.
          error={form.errors.amount_cents ?? tooMuch(amount)}
          label={t('private_donations.amount')}
          required
          hint={
            kind === 'refund' && amount > 0 && amount <= all
              ? t('private_donations.stays', { amount: euro(all - amount) })
              : undefined
          }
        />
      )}
      {kind === 'confirm' && (
        <DateField
          {...form.field('received_on')}
          label={t('private_donations.received_on')}
          required
          max={today}
        />
      )}
      {kind === 'change_purpose' && (
        <RecordField
          {...form.field('project_slug')}
          route="GET /api/v4/projects/minimal-list/"
          label={t('columns.project')}
          required
        />
      )}
      {kind !== 'confirm' && (
        <TextArea
          {...form.field('reason')}
          label={t('private_donations.reason')}
          required
          rows={3}
          maxLength={2000}
        />
      )}
    </ActModal>
  )
}

type Act = Omit<Values, 'part'> & { kind: DonationDialogProps['kind']; amount_cents: number }

function send(slug: string, act: Act, keyOf: (body: unknown) => string): Promise<unknown> {
  const { kind, amount_cents, received_on, project_slug } = act
  const reason = act.reason.trim()
  const withKey = <Body,>(body: Body) => ({ params: { slug }, body, idempotencyKey: keyOf(body) })
  switch (kind) {
    case 'confirm':
      return api('POST /api/v4/private-donations/:slug/confirm/', withKey({ amount_cents, received_on }))
    case 'refund':
      return api('POST /api/v4/private-donations/:slug/refund/', withKey({ amount_cents, reason }))
    case 'charge_back':
      return api('POST /api/v4/private-donations/:slug/charge-back/', withKey({ reason }))
    case 'change_purpose':
      return api('POST /api/v4/private-donations/:slug/change-purpose/', withKey({ project_slug, reason }))
  }
}
