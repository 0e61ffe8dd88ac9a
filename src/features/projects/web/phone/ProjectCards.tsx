import type { Cell } from '#shared/labels.ts'
import type { Value } from '#shared/lists/list-cells.ts'
import { formatWholeEuro } from '#shared/money.ts'
import { type Brief, BriefCards, type BriefOf } from '#web/table/list/BriefCards.tsx'
import type { BriefCardsProps } from '#web/table/state/types.ts'
import { proofExpired } from '#features/organizations/proof.ts'
import { needsReview } from '#features/reviews/outcomes.ts'
import { projectCells } from '../../cells.ts'
import type { ProjectRow } from '../../contract.ts'
import { waitingCell } from '../decision-cells.tsx'

type Label = Extract<Cell, { labels: unknown }>['labels'][number]

const loud = ({ tone }: Label) => tone === 'warning' || tone === 'danger'

/** Labels of a project on a phone, the most important first: pending acts, objections, state. */
function briefLabels(row: ProjectRow): Label[] {
  const of = (cell: Value) =>
    cell !== null && typeof cell === 'object' && 'labels' in cell ? [...cell.labels] : []
  const labels = [
    ...of(projectCells.review_status(row)),
    ...(row.needs_voting_review ? [needsReview] : []),
    ...(row.proof === 'expired' ? [proofExpired] : []),
    ...of(projectCells.financing_status(row)),
    ...of(projectCells.status(row)),
  ]
  const once = labels.filter(({ text }, at) => labels.findIndex((other) => other.text === text) === at)
  return [...once.filter(loud), ...once.filter((label) => !loud(label))]
}

/** A project in two lines: title and goal, then labels and waiting time. */
const briefOf: BriefOf<ProjectRow> = (row, t, locale): Brief => ({
  figure: formatWholeEuro(row.target_cents, locale),
  labels: { labels: briefLabels(row) },
  note: row.waiting_since ? waitingCell(row, t) : undefined,
})

export function ProjectCards(props: BriefCardsProps) {
  return <BriefCards {...props} brief={briefOf} />
}
