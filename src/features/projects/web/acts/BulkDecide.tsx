import { useRef, useState } from 'react'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { FieldError } from '#web/form/Field.tsx'
import { TextArea } from '#web/form/TextField.tsx'
import type { ListHandle } from '#web/table/state/types.ts'
import { useText } from '#web/texts.ts'
import { useDebounced } from '#web/useDebounced.ts'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { reviewLabel } from '#features/reviews/outcomes.ts'
import { BulkAct } from './BulkAct.tsx'
import '#features/reviews/web/reviews.css'
import { reviewOutcome } from '#shared/statuses.ts'

const outcomes = [reviewOutcome.passed, reviewOutcome.accepted, reviewOutcome.rejected] as const
type Outcome = (typeof outcomes)[number]
const verbs = {
  [reviewOutcome.passed]: 'bulk.make_public',
  [reviewOutcome.accepted]: 'bulk.accept',
  [reviewOutcome.rejected]: 'bulk.reject',
} as const
const longestReason = 2000
const written = 'input:not([type=radio], [type=checkbox]), textarea'

type BulkDecideProps = { list: ListHandle; onClose: () => void }

/** Bulk decision: an outcome, its reason, and whether the applicants get a mail. */
export function BulkDecide({ list, onClose }: BulkDecideProps) {
  const t = useText()
  const [outcome, setOutcome] = useState<Outcome>()
  const [reason, setReason] = useState('')
  const [mail, setMail] = useState(true)
  const fields = useRef<HTMLDivElement>(null)
  const told = useDebounced(reason.trim(), 250)
  const chosen = outcome !== undefined
  // The effect does not depend on the reason; the applicants' mail does.
  const asked = chosen ? { kind: 'review', outcome, reason: (mail && told) || '-', mail } : undefined
  const label = chosen && t.of(reviewLabel('review', 'project', outcome)!.text)
  return (
    <BulkAct
      list={list}
      action="decide"
      title={(count) => t('bulk.decide_title', { count })}
      input={chosen ? { kind: 'review', outcome, reason: reason.trim(), mail } : undefined}
      asked={asked}
      submit={(count) => (chosen ? t(verbs[outcome], { count: count ?? '–' }) : t('reviews.decide'))}
      nothing={label ? (count) => t('bulk.nothing_changes', { count, label }) : undefined}
      dirty={reason.trim() !== ''}
      mailTick={
        <CheckboxField name="mail" label={t('bulk.mail_applicants')} value={mail} onChange={setMail} />
      }
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        if ((event.target as Element).matches(written)) return
        const at = Number(event.key) - 1
        if (outcomes[at]) {
          setOutcome(outcomes[at])
          fields.current?.querySelectorAll<HTMLElement>('[name=outcome]')[at]?.focus()
        } else if (event.key.toLowerCase() === 'r') fields.current?.querySelector('textarea')?.focus()
        else return
        event.preventDefault()
      }}
      onClose={onClose}
    >
      {(errors) => (
        <div className="stack" ref={fields}>
          <fieldset className="outcomes bulk-outcomes">
            <legend className="visually-hidden">{t('reviews.outcome')}</legend>
            {outcomes.map((choice, at) => {
              const { text, tone } = reviewLabel('review', 'project', choice)!
              return (
                <label key={choice}>
                  <input
                    type="radio"
                    name="outcome"
                    checked={outcome === choice}
                    onChange={() => setOutcome(choice)}
                  />
                  <StatusLabel tone={tone} text={t.of(text)} />
                  <kbd className="kbd" aria-hidden>
                    {at + 1}
                  </kbd>
                </label>
              )
            })}
            <FieldError id="bulk-outcome-error" error={errors.outcome} />
          </fieldset>
          <TextArea
            name="reason"
            label={t('reviews.reason')}
            optional={outcome !== reviewOutcome.rejected}
            required={outcome === reviewOutcome.rejected}
            value={reason}
            onChange={setReason}
            rows={2}
            maxLength={longestReason}
            error={errors.reason}
          />
        </div>
      )}
    </BulkAct>
  )
}
