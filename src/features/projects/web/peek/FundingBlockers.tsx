import { showDay } from '#shared/dates.ts'
import { locationOf } from '#web/router/match.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { PeekPart } from '#web/table/peek/PeekFrame.tsx'
import { useText } from '#web/texts.ts'
import { IconAlertTriangle, IconCheck, IconX } from '#web/ui/icons.ts'
import { organizationAddress } from '#features/organizations/web/columns.ts'
import { projectCells } from '../../cells.ts'
import type { ProjectDetail } from '../../contract.ts'
import type { ShownReason } from '../../rules.ts'
import { useReview } from './review.ts'

/** Why a project cannot take money, each reason with its remedy; full funding is shown as success. */
export function FundingBlockers({ project }: { project: ProjectDetail }) {
  const t = useText()
  const { review, ask } = useReview(project)
  const { labels } = projectCells.blocking(project) as { labels: { text: string; tone: string }[] }
  const blocks = project.blocking.map((code, at) => ({ code, tone: labels[at]!.tone }))
  if (blocks.length === 0)
    return (
      <PeekPart title={t('projects.peek.can_take')}>
        <p className="muted">
          {project.ends_on
            ? t('projects.peek.until', { day: showDay(project.ends_on) })
            : t('projects.peek.without_end')}
        </p>
      </PeekPart>
    )
  const isSettled = project.blocking.every((code) => code === 'fully_funded')
  return (
    <PeekPart title={t(isSettled ? 'labels.fully_funded' : 'projects.peek.cannot_take')}>
      <ul className="peek-lines">
        {blocks.map(({ code, tone }) => {
          const known = project.blocking_reasons.find((reason) => reason.code === code)
          const Icon = tone === 'danger' ? IconX : tone === 'success' ? IconCheck : IconAlertTriangle
          return (
            <li key={code} data-tone={tone}>
              <Icon size={16} stroke={2} aria-hidden />
              <span className="peek-line">
                <PageLink
                  href={known ? locationOf(known.link).href : organizationAddress(project.organization.slug)}
                >
                  {known?.text ?? t(`projects.reasons.${code}`)}
                </PageLink>
              </span>
              {code === 'not_reviewed' && review && (
                <button type="button" className="link-button" onClick={review}>
                  {t('projects.peek.decide')}
                </button>
              )}
              {asksFor(code) && ask && (
                <button type="button" className="link-button" onClick={ask}>
                  {t('projects.peek.ask')}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </PeekPart>
  )
}

/** Reasons that only the applicant can fix. */
const asksFor = (code: ShownReason) => code === 'no_proof' || code === 'proof_expired'
