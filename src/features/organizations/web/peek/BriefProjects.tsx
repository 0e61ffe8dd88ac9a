import { dayOf, showDay } from '#shared/dates.ts'
import { formatWholeEuro } from '#shared/money.ts'
import type { PageAddress } from '#shared/pages.ts'
import { visible } from '#shared/text-direction.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { reviewLabel } from '#features/reviews/outcomes.ts'
import type { ProjectBrief } from '../../brief.ts'
import './organization-facts.css'

const addressOf = (slug: string): PageAddress => `/site-admin/project/${encodeURIComponent(slug)}/update/`

/** Projects of an organization: current review, and the decision with its person and reason, or the money. */
export function BriefProjects({ projects }: { projects: readonly ProjectBrief[] }) {
  const t = useText()
  const locale = useLocale()
  return (
    <ul className="brief-projects">
      {projects.map(({ slug, title, decided, review_status, funded_cents, target_cents }) => {
        const label = reviewLabel('review', 'project', review_status.choice)
        const words = [
          decided && showDay(dayOf(new Date(decided.at))),
          decided && visible(decided.by),
          decided?.reason
            ? `„${visible(decided.reason)}“`
            : t('organizations.facts.of_goal', {
                funded: formatWholeEuro(funded_cents, locale),
                goal: formatWholeEuro(target_cents, locale),
              }),
        ]
        return (
          <li key={slug}>
            <span>
              <PageLink href={addressOf(slug)}>{visible(title)}</PageLink>
              <span className="caption muted">{words.filter(Boolean).join(' · ')}</span>
            </span>
            {label && <StatusLabel tone={label.tone} text={review_status.display} />}
          </li>
        )
      })}
    </ul>
  )
}
