import { useState } from 'react'
import { dayOf, showDay } from '#shared/dates.ts'
import { visible } from '#shared/text-direction.ts'
import type { Answer } from '#web/api.ts'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { useText } from '#web/texts.ts'
import { IconGavel } from '#web/ui/icons.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import type { Permission } from '#shared/permissions.ts'
import { dash } from '#shared/labels.ts'
import type { Value } from '#shared/lists/list-cells.ts'
import type { Subject } from '../outcomes.ts'
import { drawLabels } from '#web/table/list/cell.tsx'
import type { Decide, Review } from './DecisionModal.tsx'
import './reviews.css'

const DecisionModal = lazyDialog(() => import('./DecisionModal.tsx'), 'DecisionModal')

type Standing = Answer<'GET /api/v4/project/:slug/peek/'>['decisions'][number]

type ReviewDecisionsProps = {
  subject: Subject
  title: string
  reviews: readonly Review[]
  permission: Permission
  /** Standing decisions with reason and time; undefined while loading. */
  standing?: readonly Standing[] | undefined
  /** Posts a decision together with the row's version. */
  decide: Decide
}

/** The reviews of a record, each with its own Decide; decisions are kept and can be withdrawn. */
export function ReviewDecisions({
  subject,
  title,
  reviews,
  permission,
  standing,
  decide,
}: ReviewDecisionsProps) {
  const t = useText()
  const [open, setOpen] = useState<Review>()
  return (
    <>
      <ul className="reviews">
        {reviews.map((review) => (
          <li key={review.kind}>
            <span className="small strong">{review.title}</span>
            <span className="labels-row">
              {hasLabels(review.cell) ? drawLabels(review.cell, t) : dash}
              <DecisionNote {...standing?.find(({ kind }) => kind === review.kind)} />
            </span>
            <PermissionButton
              permission={permission}
              size="sm"
              icon={IconGavel}
              aria-label={t('actions.named', { action: t('reviews.decide'), title: review.title })}
              onClick={() => setOpen(review)}
            >
              {t('reviews.decide')}
            </PermissionButton>
          </li>
        ))}
      </ul>
      {open && (
        <DecisionModal
          subject={subject}
          title={title}
          review={open}
          decide={decide}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

function DecisionNote({ by, at, reason }: Partial<Standing>) {
  const words = [by && visible(by), at && showDay(dayOf(new Date(at))), reason && `„${visible(reason)}“`]
  return <span className="caption muted">{words.filter(Boolean).join(' · ')}</span>
}

const hasLabels = (cell: Value) =>
  typeof cell === 'object' && cell !== null && 'labels' in cell && cell.labels.length > 0
