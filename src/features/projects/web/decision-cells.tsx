import { dayOf, daysBetween, showDay } from '#shared/dates.ts'
import { dash } from '#shared/labels.ts'
import type { Translate } from '#web/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import type { ProjectRow } from '../contract.ts'
import { overdueAfter } from '../rules.ts'
import './projects.css'

/** Days that a project has waited, with the date as tooltip; highlighted beyond the limit. */
export function waitingCell({ waiting_since }: Pick<ProjectRow, 'waiting_since'>, t: Translate) {
  if (!waiting_since) return dash
  const since = dayOf(new Date(waiting_since))
  const days = daysBetween(since, dayOf(new Date()))
  return (
    <span className="waiting figures" data-late={days > overdueAfter || undefined} title={showDay(since)}>
      {t('projects.waiting_days', { count: days })}
    </span>
  )
}

export function reviewerCell({ reviewer }: Pick<ProjectRow, 'reviewer'>, t: Translate) {
  if (!reviewer) return <span className="muted">{t('filters.nobody')}</span>
  return (
    <span className="reviewer">
      <Avatar name={reviewer.name} /> <span aria-hidden>{reviewer.name}</span>
    </span>
  )
}
