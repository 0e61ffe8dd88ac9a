import { visible } from '#shared/text-direction.ts'
import { formatInteger } from '#shared/money.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { type Translate, useLocale, useText } from '#web/texts.ts'
import { IconChevronRight } from '#web/ui/icons.ts'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { projectAddress } from '#features/projects/web/columns.ts'
import { StartReview } from '#features/reviews/web/StartReview.tsx'
import { projectLists } from '../lists.ts'
import { Card, CardLink, Nothing } from './Card.tsx'
import { type Part, type Projects, projectsAddress } from './data.ts'

/** Projects that have waited longest for a review, with its kind and date. */
export function NeedsReviewCard({ projects }: { projects: Part<Projects> }) {
  const t = useText()
  const locale = useLocale()
  const title = t('labels.needs_review')
  return (
    <Card
      title={title}
      note={projects.data && formatInteger(projects.data.needs_review.count, locale)}
      action={
        <span className="dash-actions">
          <StartReview query={{ needs_review: 'review' }} likely={projects.data?.needs_review.count ?? 1} />
          <CardLink
            href={projectsAddress(projectLists.needs_review)}
            text={t('dashboard.open_list')}
            of={title}
          />
        </span>
      }
      part={projects}
      rows={5}
    >
      {({ needs_review }) =>
        needs_review.count === 0 ? (
          <Nothing>{t('dashboard.nothing_to_review')}</Nothing>
        ) : (
          <ul className="dash-rows">
            {needs_review.results.map((project) => (
              <li key={project.slug}>
                <PageLink className="dash-row" href={projectAddress(project.slug)}>
                  <span className="dash-row-text">
                    <span className="dash-row-title truncate">{visible(project.title)}</span>
                    <span className="caption muted truncate">{visible(project.organization_title)}</span>
                  </span>
                  <span className="dash-row-end">
                    {project.reviews.map((review) => (
                      <StatusLabel key={review} tone="warning" text={t(`labels.${review}`)} />
                    ))}
                    <span className="small dash-days">{ageOf(project.days, t)}</span>
                    <IconChevronRight size={16} stroke={1.8} aria-hidden />
                  </span>
                </PageLink>
              </li>
            ))}
          </ul>
        )
      }
    </Card>
  )
}

function ageOf(days: number | null, t: Translate): string {
  if (days === null) return t('dashboard.days_unknown')
  return days === 0 ? t('dashboard.today') : t('dashboard.days', { count: days })
}
