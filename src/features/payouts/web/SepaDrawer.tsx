import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { dayOf, daysBetween, isDay } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { type Answer, api, ApiError } from '#web/api.ts'
import { download } from '#web/download.ts'
import { DateField } from '#web/form/DateField.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { useIdempotencyKey } from '#web/idempotency.ts'
import { explainMoneyFailure } from '#web/record/money-failure.ts'
import { refreshed } from '#web/stale.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { IconFileExport } from '#web/ui/lazy-icons.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { Sentence } from '#web/ui/Sentence.tsx'
import { ErrorPanel } from '#web/ui/states.tsx'
import { Segmented } from '#web/ui/Tabs.tsx'
import { sepaFormats, type SepaFormat } from '../rules.ts'
import { nextBankDay } from '../sepa/bank-days.ts'
import { SepaDone } from './SepaDone.tsx'
import { Checks, LeftOut, Payments, Warnings } from './SepaParts.tsx'
import { type PayoutDialog, type Target } from './target.ts'

type Preview = Answer<'POST /api/v4/payouts/sepa-preview/'>
type SepaFile = Answer<'POST /api/v4/payouts/sepa-export/'>
type DrawerProps = { target: Target; onOpen: (dialog: PayoutDialog) => void; onClose: () => void }

/** A payment file beside the list: its payments, left-out payouts with reasons, and the effects on the payouts. */
export function SepaDrawer({ target, onOpen, onClose }: DrawerProps) {
  const t = useText()
  const [again, setAgain] = useState<string>()
  const [made, setMade] = useState<{ file: SepaFile; preview: Preview }>()
  const { data, error, refetch } = useQuery({
    queryKey: ['sepa-preview', target.sent, again],
    queryFn: () =>
      api('POST /api/v4/payouts/sepa-preview/', { body: { selection: target.sent, again_slug: again } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
  if (made) return <SepaDone {...made} onOpen={onOpen} onClose={onClose} />
  if (data)
    return (
      <SepaForm
        target={target}
        preview={data}
        again={again}
        onAgain={setAgain}
        onStale={() => void refetch()}
        onMade={(file) => setMade({ file, preview: data })}
        onClose={onClose}
      />
    )
  // While the data loads, the page stays unchanged.
  if (!error) return null
  return (
    <Modal drawer="side" size="md" title={t('payouts.sepa_title')} onClose={onClose}>
      <ErrorPanel error={error} onRetry={() => void refetch()} />
    </Modal>
  )
}

type FormProps = {
  target: Target
  preview: Preview
  again: string | undefined
  onAgain: (slug: string | undefined) => void
  onStale: () => void
  onMade: (made: SepaFile) => void
  onClose: () => void
}

function SepaForm({ target, preview, again, onAgain, onStale, onMade, onClose }: FormProps) {
  const t = useText()
  const locale = useLocale()
  const id = useId()
  const keyOf = useIdempotencyKey()
  const [today] = useState(() => dayOf(new Date()))
  const [failure, setFailure] = useState<string>()
  const { payments, left_out, control_sum_cents, accounts } = preview
  const first = accounts.find((account) => account.is_ready) ?? accounts[0]
  const form = useForm({
    initial: {
      bank_account: first?.slug ?? '',
      execute_on: preview.next_bank_day,
      format: sepaFormats[0] as SepaFormat,
      again_reason: '',
    },
    validate: ({ execute_on, again_reason }) => ({
      ...(!isDay(execute_on) && { execute_on: t('validation.day') }),
      ...(again && !again_reason.trim() && { again_reason: t('payouts.reason_required') }),
    }),
    onSubmit: async ({ again_reason, ...values }) => {
      setFailure(undefined)
      const body = {
        payout_slugs: payments.map((payment) => payment.slug),
        expected_cents: control_sum_cents,
        ...values,
        ...(again && { again_reason }),
      }
      const made = await api('POST /api/v4/payouts/sepa-export/', { body, idempotencyKey: keyOf(body) })
      onMade(made)
      target.list?.clearSelection()
      await download('GET /api/v4/payouts/files/:slug/', { params: { slug: made.slug } })
      await refreshed()
    },
    onFailure: (error) => {
      setFailure(explainMoneyFailure(error, t))
      if (error instanceof ApiError && error.status === 409) onStale()
    },
  })
  const { execute_on } = form.values
  const bankDay = isDay(execute_on) ? nextBankDay(execute_on) : undefined
  const daysAhead = isDay(execute_on) ? daysBetween(today, execute_on) : 0
  const count = payments.length
  const sum = formatEuro(control_sum_cents, locale)
  return (
    <Modal
      drawer="side"
      size="md"
      title={t('payouts.sepa_title')}
      subtitle={t('payouts.sepa_subtitle', { count: target.count, inside: count })}
      dirty={form.dirty}
      onClose={() => !form.submitting && onClose()}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('actions.cancel')}</Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            icon={IconFileExport}
            loading={form.submitting}
            disabled={count === 0}
          >
            {t('payouts.create_file', { count, sum })}
          </Button>
        </>
      )}
    >
      <form {...form.props} id={id} className="stack">
        {failure && (
          <Callout tone="danger" loud>
            {failure}
          </Callout>
        )}
        <div className="sepa-head">
          <SelectField
            {...form.field('bank_account')}
            label={t('payouts.from_account')}
            options={accounts.map((account) => ({
              value: account.slug,
              label: [account.title, account.iban].filter(Boolean).join(' '),
            }))}
            required
          />
          <div>
            <DateField
              {...form.field('execute_on')}
              label={t('payouts.execute_on')}
              hint={execute_on === preview.next_bank_day ? t('payouts.next_bank_day') : undefined}
              min={today}
              required
            />
            {bankDay && bankDay !== execute_on && (
              <Button variant="quiet" size="sm" onClick={() => form.set('execute_on', bankDay)}>
                {t('payouts.take_bank_day', { day: bankDay.split('-').reverse().join('.') })}
              </Button>
            )}
          </div>
        </div>
        <div className="stack-s sepa-format">
          <span className="field-label">{t('payouts.format')}</span>
          <Segmented
            label={t('payouts.format')}
            value={form.values.format}
            options={sepaFormats.map((value) => ({ value, text: value }))}
            onChange={(format) => form.set('format', format)}
          />
        </div>
        <Warnings format={form.values.format} count={count} days={daysAhead} />
        {count > 0 && <Payments preview={preview} />}
        {count > 0 && <Checks preview={preview} format={form.values.format} />}
        {left_out.length > 0 && <LeftOut preview={preview} again={again} onAgain={onAgain} />}
        {again && (
          <div className="stack-s">
            <TextField
              {...form.field('again_reason')}
              label={t('payouts.again_reason')}
              hint={t('payouts.again_hint', {
                number: payments.find((payment) => payment.slug === again)?.number ?? '',
              })}
              maxLength={500}
              required
            />
            <Button
              variant="quiet"
              size="sm"
              onClick={() => {
                form.set('again_reason', '')
                onAgain(undefined)
              }}
            >
              {t('payouts.again_leave')}
            </Button>
          </div>
        )}
        {count > 0 && <Sentence>{t('payouts.sepa_sentence', { count })}</Sentence>}
      </form>
    </Modal>
  )
}
