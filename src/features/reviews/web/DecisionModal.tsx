import { useId, useState } from 'react'
import type { Value } from '#shared/lists/list-cells.ts'
import type { ReviewOutcome } from '#shared/statuses.ts'
import { fieldErrors } from '#web/form/errors.ts'
import { FieldError } from '#web/form/Field.tsx'
import { TextArea } from '#web/form/TextField.tsx'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { explain } from '#web/ui/states.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { notify } from '#web/ui/toasts.ts'
import { outcomesOf, type ReviewKind, reviewLabel, type Subject } from '../outcomes.ts'
import './reviews.css'

export type Review = { kind: ReviewKind; title: string; cell: Value; outcome: number | null }

/** Posts a decision; `null` withdraws the current one. */
export type Decide = (decision: {
  kind: ReviewKind
  outcome: ReviewOutcome | null
  reason: string
}) => Promise<unknown>

type DecisionModalProps = {
  subject: Subject
  title: string
  review: Review
  decide: Decide
  onClose: () => void
}

const longestReason = 2000

/** One decision: an outcome and its reason. The current decision can be undone. */
export function DecisionModal({ subject, title, review, decide, onClose }: DecisionModalProps) {
  const t = useText()
  const formId = useId()
  const [outcome, setOutcome] = useState<number>()
  const [reason, setReason] = useState('')
  const [running, setRunning] = useState<'decide' | 'withdraw'>()
  const [failure, setFailure] = useState<unknown>()
  const [missing, setMissing] = useState(false)
  const errors = fieldErrors(failure)
  const run = async (kind: 'decide' | 'withdraw') => {
    if (running) return
    if (kind === 'decide' && outcome === undefined) return setMissing(true)
    setRunning(kind)
    setFailure(undefined)
    try {
      await decide({
        kind: review.kind,
        outcome: kind === 'decide' ? (outcome as ReviewOutcome) : null,
        reason: reason.trim(),
      })
      notify({
        tone: 'success',
        title: t(kind === 'decide' ? 'reviews.decided' : 'reviews.withdrawn'),
        message: review.title,
      })
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setRunning(undefined)
    }
  }
  return (
    <Modal
      title={t('reviews.decide_title', { review: review.title })}
      subtitle={title}
      size="sm"
      dirty={reason.trim() !== ''}
      onClose={onClose}
      footer={(close) => (
        <>
          {review.outcome !== null && (
            <Button
              className="foot-start"
              loading={running === 'withdraw'}
              onClick={() => void run('withdraw')}
            >
              {t('reviews.withdraw')}
            </Button>
          )}
          <Button onClick={close}>{t('actions.close')}</Button>
          <Button type="submit" form={formId} variant="primary" loading={running === 'decide'}>
            {t('reviews.decide')}
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
          void run('decide')
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          void run('decide')
        }}
      >
        {failure !== undefined && Object.keys(errors).length === 0 && (
          <Callout tone="danger" loud>
            {explain(failure, t)}
          </Callout>
        )}
        <fieldset className="outcomes" aria-describedby={missing ? `${formId}-missing` : undefined}>
          <legend>{t('reviews.outcome')}</legend>
          {outcomesOf(review.kind, subject).map((choice) => {
            const label = reviewLabel(review.kind, subject, choice)
            return (
              label && (
                <label key={choice}>
                  <input
                    type="radio"
                    name="outcome"
                    checked={outcome === choice}
                    onChange={() => {
                      setOutcome(choice)
                      setMissing(false)
                    }}
                  />
                  <StatusLabel tone={label.tone} text={t.of(label.text)} />
                  {choice === review.outcome && <span className="caption muted">{t('reviews.stands')}</span>}
                </label>
              )
            )
          })}
          <FieldError
            id={`${formId}-missing`}
            error={missing ? t('reviews.outcome_required') : errors.outcome}
          />
        </fieldset>
        <TextArea
          name="reason"
          label={t('reviews.reason')}
          optional
          value={reason}
          onChange={setReason}
          rows={4}
          maxLength={longestReason}
          error={errors.reason}
          hint={t('reviews.reason_hint')}
        />
      </form>
    </Modal>
  )
}
