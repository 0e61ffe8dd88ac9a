import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatEuro } from '#shared/money.ts'
import { visible } from '#shared/text-direction.ts'
import { api, q } from '#web/api.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { fieldErrors } from '#web/form/errors.ts'
import { MoneyFailure } from '#web/record/MoneyFailure.tsx'
import { TextArea, TextField } from '#web/form/TextField.tsx'
import { useIdempotencyKey } from '#web/idempotency.ts'
import { useSecondPerson } from '#web/record/second-person.ts'
import { SecondPersonCallout } from '#web/record/SecondPersonCallout.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconReceiptRefund } from '#web/ui/icons.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { Sentence } from '#web/ui/Sentence.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { EmptyState, ErrorPanel } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import './funding.css'

export type DefundDialogProps = { slug: string; onClose: () => void; onDone?: () => void }

const parts = ['unsettled', 'settled', 'paid'] as const

/** Cancels all internal fundings of a project: shows the effect per company, and asks for its title and a reason. */
export function DefundDialog({ slug, onClose, onDone }: DefundDialogProps) {
  const t = useText()
  const locale = useLocale()
  const formId = useId()
  const keyOf = useIdempotencyKey()
  const { data, error, refetch } = useQuery({
    ...q('GET /api/v4/projects/defund-internally/preview/', { query: { project_slug: slug } }),
    staleTime: 0,
  })
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [acknowledged, setAcknowledged] = useState(false)
  const [tried, setTried] = useState(false)
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const euro = (cents: number) => formatEuro(cents, locale)
  const sum = (part: (typeof parts)[number]) =>
    (data?.results ?? []).reduce((all, row) => all + row[`${part}_cents`], 0)
  const [back, claimed] = [sum('unsettled') + sum('settled'), sum('paid')]
  const second = useSecondPerson({ act: 'defund', amount_cents: data && back + claimed })
  const nothing = data?.results.length === 0
  const fields = fieldErrors(failure)
  const isNamed = data !== undefined && typed.trim() === data.project.title.trim()
  const errors = {
    confirm_title: fields.confirm_title,
    reason: fields.reason ?? (tried && reason.trim() === '' ? t('validation.required') : undefined),
    acknowledge: tried && claimed > 0 && !acknowledged ? t('defunding.acknowledge_required') : undefined,
  }
  const send = async () => {
    if (running || !isNamed) return
    setTried(true)
    if (reason.trim() === '' || (claimed > 0 && !acknowledged)) return
    setRunning(true)
    setFailure(undefined)
    const body = {
      project_slug: slug,
      confirm_title: typed.trim(),
      reason: reason.trim(),
      acknowledge_marked_payments: acknowledged,
    }
    try {
      const done = await api('POST /api/v4/projects/defund-internally/', {
        body,
        idempotencyKey: keyOf(body),
      })
      notify({
        tone: 'success',
        title: t('defunding.done'),
        message: t('defunding.done_text', {
          back: euro(done.reversed_cents),
          claimed: euro(done.recovery_open_cents),
        }),
      })
      onDone?.()
      onClose()
    } catch (problem) {
      setFailure(problem)
      // The displayed figures may be stale.
      void refetch()
    } finally {
      setRunning(false)
    }
  }
  return (
    <Modal
      title={t('defunding.title', { title: data?.project.title ?? '' })}
      size="md"
      dirty={reason.trim() !== ''}
      onClose={() => {
        if (!running) onClose()
      }}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('actions.close')}</Button>
          {data && !nothing && (
            <Button
              type="submit"
              form={formId}
              variant={second ? 'primary' : 'danger'}
              icon={IconReceiptRefund}
              disabled={!isNamed}
              loading={running}
            >
              {second?.submit ?? t('defunding.do', { amount: euro(back + claimed) })}
            </Button>
          )}
        </>
      )}
    >
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner />}
      {nothing && <EmptyState title={t('ledger.nothing_to_defund')} />}
      {data && !nothing && (
        <form
          id={formId}
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          {failure !== undefined && Object.keys(fields).length === 0 && <MoneyFailure error={failure} />}
          <p>{t('defunding.text')}</p>
          <div className="fund-table">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('funding.company')}</th>
                  <th scope="col">{t('defunding.unsettled')}</th>
                  <th scope="col">
                    {t('defunding.settled')}
                    <span className="caption muted">{t('defunding.settled_note')}</span>
                  </th>
                  <th scope="col">
                    {t('defunding.paid')}
                    <span className="caption muted">{t('defunding.paid_note')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.results.map((row) => (
                  <tr key={row.company.slug}>
                    <th scope="row">{visible(row.company.title)}</th>
                    {parts.map((part) => (
                      <td key={part} data-label={t(`defunding.${part}`)}>
                        {euro(row[`${part}_cents`])}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">{t('defunding.total')}</th>
                  {parts.map((part) => (
                    <td key={part} data-label={t(`defunding.${part}`)}>
                      {euro(sum(part))}
                    </td>
                  ))}
                </tr>
              </tfoot>
            </table>
          </div>
          <TextField
            name="confirm_title"
            label={t('defunding.confirm')}
            hint={visible(data.project.title)}
            required
            value={typed}
            error={errors.confirm_title}
            onChange={setTyped}
            autoComplete="off"
          />
          <TextArea
            name="reason"
            label={t('defunding.reason')}
            required
            rows={2}
            maxLength={2000}
            value={reason}
            error={errors.reason}
            onChange={setReason}
          />
          {claimed > 0 && (
            <CheckboxField
              name="acknowledge"
              label={t('defunding.acknowledge', { amount: euro(claimed) })}
              value={acknowledged}
              error={errors.acknowledge}
              onChange={setAcknowledged}
            />
          )}
          <Sentence>{t('defunding.consequence', { back: euro(back), claimed: euro(claimed) })}</Sentence>
          {second && <SecondPersonCallout>{second.warning}</SecondPersonCallout>}
        </form>
      )}
    </Modal>
  )
}
