import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { showInstant } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { visible } from '#shared/text-direction.ts'
import { api, q } from '#web/api.ts'
import { fieldErrors } from '#web/form/errors.ts'
import { TextArea } from '#web/form/TextField.tsx'
import { useIdempotencyKey } from '#web/idempotency.ts'
import { refreshed } from '#web/stale.ts'
import { MoneyFailure } from '#web/record/MoneyFailure.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { IconArrowUpRight } from '#web/ui/lazy-icons.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { Sentence } from '#web/ui/Sentence.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ErrorPanel } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { Approval } from '../contract.ts'
import { pageOf } from './page-of.ts'
import { State } from './State.tsx'
import './approvals.css'

type Act = 'approve' | 'reject' | 'withdraw'
const done = { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn' } as const

/** One proposal with person, act, sum and effects; approve, reject with a reason, or withdraw one's own. */
export function ApprovalDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText()
  const { data, error, refetch } = useQuery(q('GET /api/v4/approvals/:id/', { params: { id } }))
  if (data) return <LoadedApproval row={data} onClose={onClose} onStale={() => void refetch()} />
  return (
    <Modal title={t('approvals.title')} onClose={onClose}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <Spinner />}
    </Modal>
  )
}

function LoadedApproval({
  row,
  onClose,
  onStale,
}: {
  row: Approval
  onClose: () => void
  onStale: () => void
}) {
  const t = useText()
  const locale = useLocale()
  const formId = useId()
  const keyOf = useIdempotencyKey()
  const [rejecting, setRejecting] = useState(false)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')
  const [running, setRunning] = useState<Act>()
  const [failure, setFailure] = useState<unknown>()
  const send = async (act: Act) => {
    if (running) return
    setRunning(act)
    setFailure(undefined)
    const params = { id: row.id }
    const idempotencyKey = keyOf({ act, reason })
    try {
      if (act === 'reject')
        await api('POST /api/v4/approvals/:id/reject/', {
          params,
          body: { reason: reason.trim() },
          idempotencyKey,
        })
      else await api(`POST /api/v4/approvals/:id/${act}/`, { params, idempotencyKey })
      notify({
        tone: 'success',
        title: t('states.success'),
        message: t(`approvals.${done[act]}`, { title: row.about.title }),
      })
      onClose()
      await refreshed()
    } catch (error) {
      setFailure(error)
      onStale()
    } finally {
      setRunning(undefined)
    }
  }
  const reject = () => {
    if (reason.trim() === '') return setProblem(t('approvals.reason_required'))
    void send('reject')
  }
  const address = pageOf(row.about)
  const amount = formatEuro(row.amount_cents, locale)
  return (
    <Modal
      title={row.act_display}
      subtitle={row.about.title}
      dirty={reason !== ''}
      onClose={() => !running && onClose()}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('actions.close')}</Button>
          {row.is_mine && row.state === 'waiting' && (
            <Button onClick={() => void send('withdraw')} loading={running === 'withdraw'}>
              {t('approvals.withdraw')}
            </Button>
          )}
          {row.may_decide && !rejecting && (
            <Button onClick={() => setRejecting(true)}>{t('approvals.reject')}</Button>
          )}
          {row.may_decide && rejecting && (
            <Button type="submit" form={formId} variant="danger" loading={running === 'reject'}>
              {t('approvals.do_reject')}
            </Button>
          )}
          {row.state === 'waiting' && !rejecting && (row.may_decide || row.is_mine) && (
            <Button
              variant="primary"
              loading={running === 'approve'}
              aria-disabled={row.may_decide ? undefined : true}
              aria-description={row.may_decide ? undefined : t('approvals.own')}
              title={row.may_decide ? undefined : t('approvals.own')}
              onClick={() => row.may_decide && void send('approve')}
            >
              {t('approvals.approve', { amount })}
            </Button>
          )}
        </>
      )}
    >
      <form
        id={formId}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (rejecting) reject()
        }}
      >
        {failure !== undefined && <MoneyFailure error={failure} />}
        <Facts row={row} amount={amount} />
        <section>
          <h3 className="strong">{t('approvals.effects_title')}</h3>
          {row.effects.length === 0 ? (
            <p className="muted">{t('approvals.no_right')}</p>
          ) : (
            <ul className="approval-effects">
              {row.effects.map((effect) => (
                <li key={effect}>{effect}</li>
              ))}
            </ul>
          )}
          {address && (
            <LinkButton to={address} size="sm" variant="quiet" icon={IconArrowUpRight}>
              {t('approvals.open_record')}
            </LinkButton>
          )}
        </section>
        {rejecting && (
          <TextArea
            name="reason"
            label={t('approvals.reason')}
            required
            rows={3}
            maxLength={2000}
            value={reason}
            error={fieldErrors(failure).reason ?? (problem || undefined)}
            onChange={(value) => {
              setReason(value)
              setProblem('')
            }}
          />
        )}
        {row.is_mine && row.state === 'waiting' && <Callout tone="info">{t('approvals.own')}</Callout>}
        {row.may_decide && !rejecting && <Sentence>{t('approvals.approve_sentence')}</Sentence>}
      </form>
    </Modal>
  )
}

function Facts({ row, amount }: { row: Approval; amount: string }) {
  const t = useText()
  const facts: [string, React.ReactNode][] = [
    [t('approvals.state'), <State key="state" row={row} />],
    [t('approvals.amount'), amount],
    [t('approvals.proposed_by'), row.proposed_by],
    [t('approvals.since'), showInstant(row.proposed_at)],
    ...(row.state === 'waiting'
      ? [[t('approvals.expires'), showInstant(row.expires_at)] as [string, string]]
      : []),
    ...(row.decided_by ? [[t('approvals.decided_by'), row.decided_by] as [string, string]] : []),
    ...(row.decided_at ? [[t('approvals.decided_at'), showInstant(row.decided_at)] as [string, string]] : []),
    ...(row.reason ? [[t('approvals.reason'), row.reason] as [string, string]] : []),
  ]
  return (
    <dl className="approval-facts figures">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? visible(value) : value}</dd>
        </div>
      ))}
    </dl>
  )
}
