import { useState } from 'react'
import { dayOf, isDay } from '#shared/dates.ts'
import { isEmail } from '#shared/email.ts'
import { api } from '#web/api.ts'
import { DateField } from '#web/form/DateField.tsx'
import { FormModal } from '#web/form/FormModal.tsx'
import { type Cents, MoneyField } from '#web/form/MoneyField.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextArea, TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { useIdempotencyKey } from '#web/idempotency.ts'
import { explainMoneyFailure } from '#web/record/money-failure.ts'
import { RecordField } from '#web/record/RecordField.tsx'
import { useText } from '#web/texts.ts'
import { Segmented } from '#web/ui/Tabs.tsx'
import { notify } from '#web/ui/toasts.ts'
import { donationChannels } from '../table.ts'

type Values = {
  state: 'confirmed' | 'pledged'
  project_slug: string
  amount_cents: Cents
  received_on: string
  channel: (typeof donationChannels)[number]
  name: string
  email: string
  iban: string
  note: string
}

export function RecordDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const keyOf = useIdempotencyKey()
  const [today] = useState(() => dayOf(new Date()))
  const [failure, setFailure] = useState<string>()
  const form = useForm<Values>({
    initial: {
      state: 'confirmed',
      project_slug: '',
      amount_cents: null,
      received_on: today,
      channel: 'bank_transfer',
      name: '',
      email: '',
      iban: '',
      note: '',
    },
    validate: (values) => ({
      project_slug: values.project_slug === '' ? t('validation.required') : '',
      amount_cents: values.amount_cents !== null && values.amount_cents > 0 ? '' : t('form.amount'),
      received_on: !isDay(values.received_on)
        ? t('validation.day')
        : values.received_on > today
          ? t('private_donations.in_future')
          : '',
      name: values.name.trim() === '' ? t('validation.required') : '',
      email: values.email.trim() === '' || isEmail(values.email) ? '' : t('validation.email'),
    }),
    onSubmit: async ({ name, email, iban, amount_cents, ...values }) => {
      setFailure(undefined)
      const body = { ...values, amount_cents: amount_cents!, donor: { name, email, iban } }
      const made = await api('POST /api/v4/private-donations/', { body, idempotencyKey: keyOf(body) })
      notify({
        tone: 'success',
        title: t('private_donations.recorded', { number: made.number }),
        message: made.project.title,
      })
      onClose()
    },
    onFailure: (error) => setFailure(explainMoneyFailure(error, t)),
  })
  return (
    <FormModal title={t('private_donations.record_title')} form={form} failure={failure} onClose={onClose}>
      <Segmented
        label={t('private_donations.kind')}
        value={form.values.state}
        options={(['confirmed', 'pledged'] as const).map((value) => ({
          value,
          text: t(`private_donations.state.${value}`),
        }))}
        onChange={(state) => form.set('state', state)}
      />
      <RecordField
        {...form.field('project_slug')}
        route="GET /api/v4/projects/minimal-list/"
        label={t('columns.project')}
        required
      />
      <MoneyField {...form.field('amount_cents')} label={t('private_donations.amount')} required />
      <DateField
        {...form.field('received_on')}
        label={t('private_donations.received_on')}
        required
        max={today}
      />
      <SelectField
        {...form.field('channel')}
        label={t('private_donations.channel')}
        required
        options={donationChannels.map((value) => ({ value, label: t(`private_donations.channel.${value}`) }))}
        onChange={(channel) => form.set('channel', channel as Values['channel'])}
      />
      <TextField {...form.field('name')} label={t('private_donations.donor_name')} required maxLength={200} />
      <TextField {...form.field('email')} label={t('private_donations.donor_email')} type="email" optional />
      <TextField {...form.field('iban')} label={t('private_donations.donor_iban')} optional maxLength={42} />
      <TextArea
        {...form.field('note')}
        label={t('private_donations.note')}
        hint={t('private_donations.note_hint')}
        rows={2}
        maxLength={2000}
      />
    </FormModal>
  )
}
