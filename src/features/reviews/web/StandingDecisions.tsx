import { dayOf, showDay } from '#shared/dates.ts'
import { visible } from '#shared/text-direction.ts'
import type { Answer } from '#web/api.ts'
import { type TextKey, useText } from '#web/texts.ts'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { reviewLabel, type ReviewKind, type Subject } from '../outcomes.ts'
import './reviews.css'

type Decision = Answer<'GET /api/v4/project/:slug/peek/'>['decisions'][number]

const names: Record<Subject, Record<ReviewKind, TextKey>> = {
  project: {
    review: 'columns.review_status',
    content: 'columns.content_review_status',
    voting: 'columns.voting_review_status',
    nonprofit: 'columns.nonprofit_review_status',
  },
  organization: {
    review: 'columns.review_status',
    content: 'columns.content_review_status',
    voting: 'columns.project_voting_review',
    nonprofit: 'columns.nonprofit_review_status',
  },
}

type StandingDecisionsProps = { subject: Subject; decisions: readonly Decision[] }

/** Decided reviews, the newest first: outcome, time, person and reason. */
export function StandingDecisions({ subject, decisions }: StandingDecisionsProps) {
  const t = useText()
  if (decisions.length === 0) return <p className="muted">{t('reviews.none_decided')}</p>
  return (
    <ul className="standing">
      {decisions.map(({ kind, outcome, reason, by, at }) => (
        <li key={kind}>
          <span className="standing-what">
            <span className="strong">{t.of(names[subject][kind])}</span>
            <span className="caption muted">
              {[at && showDay(dayOf(new Date(at))), by && visible(by), reason && `„${visible(reason)}“`]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          <StatusLabel
            tone={reviewLabel(kind, subject, outcome.choice)?.tone ?? 'default'}
            text={outcome.display}
          />
        </li>
      ))}
    </ul>
  )
}
