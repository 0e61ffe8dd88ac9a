import { useId, useState } from 'react'
import { dayOf, isDay } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { api } from '#web/api.ts'
import { DateField } from '#web/form/DateField.tsx'
import { fieldErrors } from '#web/form/errors.ts'
import { type Cents, MoneyField } from '#web/form/MoneyField.tsx'
import { TextArea, TextField } from '#web/form/TextField.tsx'
import { useIdempotencyKey } from '#web/idempotency.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { IconInfoCircle } from '#web/ui/icons.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { ClaimRow } from '../contract.ts'
import { fundingChanged } from './FundDialog.tsx'
import { isUnanswered } from './sending.ts'
import './funding.css'

export type ClaimDialogProps = { kind: 'return' | 'write_off'; claim: ClaimRow; onClose: () => void }

/** Books that money of a claim came back, or gives up what is still open. */
export function ClaimDialog({ kind, claim, onClose }: ClaimDialogProps) {
  const t = useText()
  const locale = useLocale()
  const formId = useId()
  const keyOf = useIdempotencyKey()
  const [today] = useState(() => dayOf(new Date()))
  const [amount, setAmount] = useState<Cents>(claim.open_cents)
  const [day, setDay] = useState(today)
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const euro = (cents: number) => formatEuro(cents, locale)
  const isReturn = kind === 'return'
  const fields = fieldErrors(failure)
  const isAmount = amount !== null && amount > 0
  const tooMuch = isAmount && amount > claim.open_cents
  const errors = {
    amount: tooMuch
      ? t('claims.at_most', { amount: euro(claim.open_cents) })
      : tried && !isAmount
        ? t('form.amount')
        : fields.amount_cents,
    day: !isDay(day)
      ? t('validation.day')
      : day > today
        ? t('funding.day_in_future')
        : day < claim.opened_on
          ? t('claims.before_opened')
          : fields.received_on,
    reason: tried && text.trim() === '' ? t('validation.required') : fields.reason,
  }
  const mayBeSent = isReturn
    ? isAmount && !tooMuch && (!errors.day || errors.day === fields.received_on)
    : text.trim() !== ''
  const send = async () => {
    setTried(true)
    if (running || !mayBeSent) return
    setRunning(true)
    setFailure(undefined)
    const params = { slug: claim.slug }
    try {
      if (isReturn) {
        const body = { amount_cents: amount!, received_on: day, note: text.trim() }
        await api('POST /api/v4/recovery-claims/:slug/return/', { params, body, idempotencyKey: keyOf(body) })
      } else {
        const body = { reason: text.trim() }
        await api('POST /api/v4/recovery-claims/:slug/write-off/', {
          params,
          body,
          idempotencyKey: keyOf(body),
        })
      }
      notify({
        tone: 'success',
        title: t(isReturn ? 'claims.return_booked' : 'claims.written_off_done'),
        message: claim.project.title,
      })
      void fundingChanged()
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setRunning(false)
    }
  }
  return (
    <Modal
      title={t(isReturn ? 'claims.return_title' : 'claims.write_off_title')}
      subtitle={`${claim.project.title} · ${claim.organization.title}`}
      size="sm"
      dirty={text !== '' || amount !== claim.open_cents}
      onClose={() => {
        if (!running) onClose()
      }}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('actions.close')}</Button>
          <Button type="submit" form={formId} variant={isReturn ? 'primary' : 'danger'} loading={running}>
            {isReturn
              ? t('claims.do_return', { amount: euro(amount || 0) })
              : t('claims.do_write_off', { amount: euro(claim.open_cents) })}
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
          <Callout tone={isUnanswered(failure) ? 'warning' : 'danger'} loud>
            {isUnanswered(failure) ? t('funding.no_answer') : explain(failure, t)}
          </Callout>
        )}
        {isReturn ? (
          <>
            <MoneyField
              name="amount_cents"
              label={t('funding.amount')}
              required
              value={amount}
              error={errors.amount}
              onChange={setAmount}
            />
            <DateField
              name="received_on"
              label={t('claims.received_on')}
              required
              max={today}
              value={day}
              error={errors.day}
              onChange={setDay}
            />
            <TextField
              name="note"
              label={t('funding.note')}
              optional
              maxLength={500}
              value={text}
              onChange={setText}
            />
          </>
        ) : (
          <TextArea
            name="reason"
            label={t('claims.reason')}
            required
            rows={3}
            maxLength={2000}
            value={text}
            error={errors.reason}
            onChange={setText}
          />
        )}
        <p className="consequence">
          <IconInfoCircle size={16} stroke={1.8} aria-hidden />
          <span>
            {isReturn
              ? t('claims.return_consequence', {
                  amount: euro(amount || 0),
                  company: claim.company.title,
                  open: euro(Math.max(0, claim.open_cents - (amount || 0))),
                })
              : t('claims.write_off_consequence', {
                  amount: euro(claim.open_cents),
                  company: claim.company.title,
                })}
          </span>
        </p>
      </form>
    </Modal>
  )
}
