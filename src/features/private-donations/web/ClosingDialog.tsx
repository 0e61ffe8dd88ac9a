import { useState } from 'react'
import { dayOf, isDay, showDay } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { api } from '#web/api.ts'
import { DateField } from '#web/form/DateField.tsx'
import { type Cents, MoneyField } from '#web/form/MoneyField.tsx'
import { TextArea } from '#web/form/TextField.tsx'
import { ActModal } from '#web/record/ActModal.tsx'
import { useAct } from '#web/record/useAct.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Segmented } from '#web/ui/Tabs.tsx'
import type { DonationRow } from '../contract.ts'

export type ClosingDialogProps = {
  kind: 'end' | 'refund_paid' | 'recover'
  donation: DonationRow
  onClose: () => void
}

type Values = { state: 'failed' | 'expired'; amount_cents: Cents; day: string; reason: string }

/** Closes an open matter of a donation: an unpaid pledge, a refund in transit, or a chargeback after the payout. */
export function ClosingDialog({ kind, donation, onClose }: ClosingDialogProps) {
  const t = useText()
  const locale = useLocale()
  const [today] = useState(() => dayOf(new Date()))
  const euro = (cents: number) => formatEuro(cents, locale)
  const all = { end: donation.amount_cents, refund_paid: donation.owed_cents, recover: donation.open_cents }[
    kind
  ]
  const wrongAmount = (cents: Cents) =>
    cents === null || cents < 0 || (kind === 'refund_paid' && cents === 0)
      ? t('form.amount')
      : cents > all
        ? t('private_donations.too_much', { amount: euro(all) })
        : ''
  const wrongDay = (day: string) =>
    !isDay(day) ? t('validation.day') : day > today ? t('private_donations.in_future') : ''
  const { form, failure } = useAct<Values, unknown>({
    initial: { state: 'failed', amount_cents: all, day: today, reason: '' },
    validate: ({ amount_cents, day, reason }) => ({
      ...(kind !== 'end' && { amount_cents: wrongAmount(amount_cents), day: wrongDay(day) }),
      ...(kind !== 'refund_paid' && { reason: reason.trim() === '' ? t('validation.required') : '' }),
    }),
    call: (values, keyOf) => send(donation.slug, kind, values, keyOf),
    done: () => ({
      title: t('private_donations.done', { number: donation.number }),
      message: donation.project.title,
    }),
    onClose,
  })
  const { state, amount_cents, day } = form.values
  const cents = Math.min(amount_cents ?? 0, all)
  const said = {
    amount: euro(kind === 'recover' ? all : cents),
    returned: euro(cents),
    lost: euro(all - cents),
    number: donation.number,
    day: isDay(day) ? showDay(day) : day,
    project: donation.project.title,
  }
  return (
    <ActModal
      title={t(`private_donations.${kind}_title`)}
      subtitle={t('private_donations.at_most', { number: donation.number, amount: euro(all) })}
      form={form}
      failure={failure}
      action={t(`private_donations.do_${kind}`, said)}
      sentence={t(`private_donations.${kind}_consequence`, said)}
      onClose={onClose}
    >
      {kind === 'end' ? (
        <Segmented
          label={t('private_donations.end_kind')}
          value={state}
          options={(['failed', 'expired'] as const).map((value) => ({
            value,
            text: t(`private_donations.state.${value}`),
          }))}
          onChange={(value) => form.set('state', value)}
        />
      ) : (
        <>
          <MoneyField
            {...form.field('amount_cents')}
            label={t(kind === 'recover' ? 'private_donations.came_back' : 'private_donations.amount')}
            required
          />
          <DateField
            {...form.field('day')}
            label={t(kind === 'recover' ? 'private_donations.received_on' : 'private_donations.paid_on')}
            required
            max={today}
          />
        </>
      )}
      {kind !== 'refund_paid' && (
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

function send(
  slug: string,
  kind: ClosingDialogProps['kind'],
  { state, amount_cents, day, reason: typed }: Values,
  keyOf: (body: unknown) => string,
): Promise<unknown> {
  const reason = typed.trim()
  const withKey = <Body,>(body: Body) => ({ params: { slug }, body, idempotencyKey: keyOf(body) })
  if (kind === 'end') return api('POST /api/v4/private-donations/:slug/end/', withKey({ state, reason }))
  if (kind === 'refund_paid')
    return api(
      'POST /api/v4/private-donations/:slug/refund-paid/',
      withKey({ amount_cents: amount_cents!, paid_on: day }),
    )
  return api(
    'POST /api/v4/private-donations/:slug/recover/',
    withKey({ returned_cents: amount_cents!, received_on: day, reason }),
  )
}
