import { useId, useState } from 'react'
import { dayOf, isDay, showDay } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { api } from '#web/api.ts'
import { DateField } from '#web/form/DateField.tsx'
import { fieldErrors } from '#web/form/errors.ts'
import { type Cents, MoneyField } from '#web/form/MoneyField.tsx'
import { TextArea } from '#web/form/TextField.tsx'
import { useIdempotencyKey } from '#web/idempotency.ts'
import { RecordField } from '#web/record/RecordField.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { IconInfoCircle } from '#web/ui/icons.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { explain } from '#web/ui/states.tsx'
import { Segmented } from '#web/ui/Tabs.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { DonationRow } from '../contract.ts'
import { donationsChanged } from './changed.ts'

export type DonationDialogProps = {
  kind: 'confirm' | 'refund' | 'charge_back' | 'change_purpose'
  donation: DonationRow
  onClose: () => void
}

/** Confirms a pledge, refunds in full or part, notes a chargeback, or gives a donation to another project. */
export function DonationDialog({ kind, donation, onClose }: DonationDialogProps) {
  const t = useText()
  const locale = useLocale()
  const formId = useId()
  const keyOf = useIdempotencyKey()
  const [today] = useState(() => dayOf(new Date()))
  const all = kind === 'confirm' ? donation.amount_cents : donation.left_cents
  const [part, setPart] = useState<'in_full' | 'in_part'>('in_full')
  const [typed, setTyped] = useState<Cents>(all)
  const [day, setDay] = useState(today)
  const [project, setProject] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const euro = (cents: number) => formatEuro(cents, locale)
  const asksAmount = kind === 'confirm' || (kind === 'refund' && part === 'in_part')
  const amount = asksAmount ? typed : all
  const isAmount = amount !== null && amount > 0
  const fields = fieldErrors(failure)
  const errors = {
    amount:
      isAmount && kind === 'refund' && amount > all
        ? t('private_donations.too_much', { amount: euro(all) })
        : tried && !isAmount
          ? t('form.amount')
          : fields.amount_cents,
    day: !isDay(day)
      ? t('validation.day')
      : day > today
        ? t('private_donations.in_future')
        : fields.received_on,
    project: tried && project === '' ? t('validation.required') : fields.project_slug,
    reason: tried && reason.trim() === '' ? t('validation.required') : fields.reason,
  }
  const mayBeSent =
    isAmount &&
    (kind === 'confirm' ? isDay(day) && day <= today : reason.trim() !== '') &&
    (kind !== 'refund' || amount <= all) &&
    (kind !== 'change_purpose' || project !== '')
  const send = async () => {
    setTried(true)
    if (running || !mayBeSent) return
    setRunning(true)
    setFailure(undefined)
    try {
      await post()
      notify({
        tone: 'success',
        title: t('private_donations.done', { number: donation.number }),
        message: donation.project.title,
      })
      void donationsChanged()
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setRunning(false)
    }
  }
  const post = () => {
    const params = { slug: donation.slug }
    const why = reason.trim()
    if (kind === 'confirm') {
      const body = { amount_cents: amount!, received_on: day }
      return api('POST /api/v4/private-donations/:slug/confirm/', {
        params,
        body,
        idempotencyKey: keyOf(body),
      })
    }
    if (kind === 'refund') {
      const body = { amount_cents: amount!, reason: why }
      return api('POST /api/v4/private-donations/:slug/refund/', {
        params,
        body,
        idempotencyKey: keyOf(body),
      })
    }
    if (kind === 'charge_back') {
      const body = { reason: why }
      return api('POST /api/v4/private-donations/:slug/charge-back/', {
        params,
        body,
        idempotencyKey: keyOf(body),
      })
    }
    const body = { project_slug: project, reason: why }
    return api('POST /api/v4/private-donations/:slug/change-purpose/', {
      params,
      body,
      idempotencyKey: keyOf(body),
    })
  }
  const said = {
    amount: euro(amount || 0),
    number: donation.number,
    day: isDay(day) ? showDay(day) : day,
    project: donation.project.title,
  }
  return (
    <Modal
      title={t(`private_donations.${kind}_title`)}
      subtitle={t('private_donations.at_most', { number: donation.number, amount: euro(all) })}
      size="sm"
      dirty={reason !== '' || typed !== all || project !== ''}
      onClose={() => {
        if (!running) onClose()
      }}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('actions.close')}</Button>
          <Button
            type="submit"
            form={formId}
            variant={kind === 'charge_back' ? 'danger' : 'primary'}
            loading={running}
          >
            {t(`private_donations.do_${kind}`, said)}
          </Button>
        </>
      )}
    >
      <form
        id={formId}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {failure !== undefined && Object.keys(fields).length === 0 && (
          <Callout tone="danger" loud>
            {explain(failure, t)}
          </Callout>
        )}
        {kind === 'refund' && (
          <Segmented
            label={t('private_donations.refund_title')}
            value={part}
            options={(['in_full', 'in_part'] as const).map((value) => ({
              value,
              text: t(`private_donations.${value}`),
            }))}
            onChange={setPart}
          />
        )}
        {asksAmount && (
          <MoneyField
            name="amount_cents"
            label={t('private_donations.amount')}
            required
            value={typed}
            error={errors.amount}
            hint={
              kind === 'refund' && isAmount && amount <= all
                ? t('private_donations.stays', { amount: euro(all - amount) })
                : undefined
            }
            onChange={setTyped}
          />
        )}
        {kind === 'confirm' ? (
          <DateField
            name="received_on"
            label={t('private_donations.received_on')}
            required
            max={today}
            value={day}
            error={errors.day}
            onChange={setDay}
          />
        ) : (
          <>
            {kind === 'change_purpose' && (
              <RecordField
                route="GET /api/v4/projects/minimal-list/"
                name="project_slug"
                label={t('columns.project')}
                required
                value={project}
                error={errors.project}
                onChange={setProject}
              />
            )}
            <TextArea
              name="reason"
              label={t('private_donations.reason')}
              required
              rows={3}
              maxLength={2000}
              value={reason}
              error={errors.reason}
              onChange={setReason}
            />
          </>
        )}
        <p className="consequence">
          <IconInfoCircle size={16} stroke={1.8} aria-hidden />
          <span>{t(`private_donations.${kind}_consequence`, said)}</span>
        </p>
      </form>
    </Modal>
  )
}
