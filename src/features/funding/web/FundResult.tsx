import { useEffect, useRef, useState } from 'react'
import { formatEuro } from '#shared/money.ts'
import { visible } from '#shared/text-direction.ts'
import { MoneyFailure } from '#web/record/MoneyFailure.tsx'
import { useCan } from '#web/profile.tsx'
import { PageLink } from '#web/router/PageLink.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconUserCheck } from '#web/ui/icons.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { fundProject, type Keys, type Outcome, type SentOrder, notifyFailures } from './sending.ts'
import './funding.css'

type FundResultProps = {
  sent: SentOrder
  isSelection: boolean
  onClose: () => void
  onChange: (sent: SentOrder) => void
}

/** The result of each project and the remaining amounts, with a fix where one is possible. */
export function FundResult({ sent, isSelection, onClose, onChange }: FundResultProps) {
  const t = useText()
  const locale = useLocale()
  const mayOpenJournal = useCan('view_logs')
  const list = useRef<HTMLUListElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  const keys = useRef<Keys>(new Map())
  const [running, setRunning] = useState('')
  const [failure, setFailure] = useState<unknown>()
  const euro = (cents: number) => formatEuro(cents, locale)
  const { order, outcomes } = sent
  const tried = outcomes.filter(({ state }) => state !== 'left_out')
  const done = outcomes.filter((outcome) => outcome.state === 'done')
  const funded = done.reduce((sum, outcome) => sum + outcome.amount_cents, 0)
  useEffect(() => {
    // Moves the focus to the result, which is read next.
    const heading = list.current?.closest('dialog')?.querySelector<HTMLElement>('h2')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus()
  }, [])
  const repair = async (failed: Outcome & { state: 'failed' }) => {
    if (running) return
    setRunning(failed.project.slug)
    setFailure(undefined)
    try {
      const part = { project: failed.project, amount_cents: Math.min(failed.rest_cents, sent.left_cents) }
      const { outcome, left } = await fundProject(part, order, keys.current)
      notifyFailures([outcome])
      onChange({
        ...sent,
        left_cents: left ?? sent.left_cents,
        outcomes: outcomes.map((other) => (other === failed ? outcome : other)),
      })
    } catch (error) {
      setFailure(error)
    } finally {
      setRunning('')
    }
  }
  return (
    <Modal
      title={t('funding.done', { n: done.length, m: tried.length })}
      subtitle={`${t('actions.fund_internally')} · ${order.company.title}`}
      size="md"
      dirty={false}
      initialFocus={close}
      onClose={() => {
        if (!running) onClose()
      }}
      footer={
        <Button ref={close} variant="primary" onClick={onClose}>
          {t('actions.close')}
        </Button>
      }
    >
      <div className="stack">
        {failure !== undefined && <MoneyFailure error={failure} />}
        <ul className="fund-outcomes" ref={list}>
          {outcomes.map((outcome) => {
            const { project } = outcome
            return (
              <li key={project.slug} data-state={outcome.state}>
                <OutcomeIcon state={outcome.state} />
                <div>
                  <span className="strong">{visible(project.title)}</span>
                  <p className="caption">
                    {describe(outcome)}
                    {outcome.state === 'waits' && (
                      <>
                        {' · '}
                        <PageLink href="/site-admin/approvals/?view=mine">{t('approvals.title')}</PageLink>
                      </>
                    )}
                    {outcome.state === 'done' && mayOpenJournal && (
                      <>
                        {' · '}
                        <PageLink href={`/site-admin/logs/journal/?project=${project.slug}`}>
                          {t('accounts.in_journal')}
                        </PageLink>
                      </>
                    )}
                  </p>
                  {outcome.state === 'failed' && Math.min(outcome.rest_cents, sent.left_cents) > 0 && (
                    <Button size="sm" loading={running === project.slug} onClick={() => void repair(outcome)}>
                      {t('funding.fund_the_rest', {
                        amount: euro(Math.min(outcome.rest_cents, sent.left_cents)),
                      })}
                    </Button>
                  )}
                </div>
                <span className="figures strong">
                  {outcome.state === 'done'
                    ? euro(outcome.amount_cents)
                    : outcome.state === 'left_out'
                      ? '–'
                      : euro(0)}
                </span>
              </li>
            )
          })}
        </ul>
        <dl className="fund-sums figures">
          <div>
            <dt className="strong">{t('funding.funded')}</dt>
            <dd className="strong">{euro(funded)}</dd>
          </div>
          {sent.sum_cents > funded && (
            <div>
              <dt>{t('funding.not_spent', { sum: euro(sent.sum_cents) })}</dt>
              <dd>{euro(sent.sum_cents - funded)}</dd>
            </div>
          )}
          <div>
            <dt>{t('funding.left_in', { budget: order.budget.title })}</dt>
            <dd className="strong">{euro(sent.left_cents)}</dd>
          </div>
        </dl>
        {isSelection && done.length < outcomes.length && (
          <p className="small muted">{t('funding.stay_selected')}</p>
        )}
      </div>
    </Modal>
  )

  function describe(outcome: Outcome): string {
    if (outcome.state === 'failed') return outcome.reason
    if (outcome.state === 'waits') return `${t('approvals.waiting_label')} · ${euro(outcome.amount_cents)}`
    if (outcome.state === 'left_out') {
      const reasons = outcome.project.reasons.map(({ text }) => text).join(', ')
      return t('funding.left_out_because', { reasons })
    }
    return outcome.missing_cents > 0
      ? t('funding.still_needs', { amount: euro(outcome.missing_cents) })
      : t('funding.fully_funded')
  }
}

function OutcomeIcon({ state }: { state: Outcome['state'] }) {
  const Icon = {
    done: IconCircleCheck,
    failed: IconAlertTriangle,
    waits: IconUserCheck,
    left_out: IconCircleDashed,
  }[state]
  return <Icon size={18} stroke={1.8} aria-hidden />
}
