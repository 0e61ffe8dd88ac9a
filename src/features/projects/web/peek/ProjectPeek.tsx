import { useQuery } from '@tanstack/react-query'
import { dayOf, showDay } from '#shared/dates.ts'
import { formatEuro, formatInteger } from '#shared/money.ts'
import { visible } from '#shared/text-direction.ts'
import type { Answer } from '#web/api.ts'
import { drawLabels } from '#web/table/list/cell.tsx'
import { PeekFrame, PeekPart, PeekState } from '#web/table/peek/PeekFrame.tsx'
import type { PeekBodyProps } from '#web/table/peek/PeekSplit.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { MoneyBar } from '#web/ui/MoneyBar.tsx'
import { BriefProjects } from '#features/organizations/web/peek/BriefProjects.tsx'
import { OrganizationFacts } from '#features/organizations/web/peek/OrganizationFacts.tsx'
import { StandingDecisions } from '#features/reviews/web/StandingDecisions.tsx'
import { OpenTasks } from '#features/tasks/web/OpenTasks.tsx'
import { projectCells } from '../../cells.ts'
import type { ProjectRow } from '../../contract.ts'
import { projectAddress } from '../columns.ts'
import { FundingBlockers } from './FundingBlockers.tsx'
import { projectPeek } from './load.ts'
import { PeekActs } from './PeekActs.tsx'

/** A project's peek beside the list: money, blocking reasons, texts, organization, decisions, tasks. */
export function ProjectPeek({ rowKey, row, onClose }: PeekBodyProps<ProjectRow>) {
  const t = useText()
  const { data, error, refetch } = useQuery(projectPeek(rowKey))
  const head: ProjectRow | undefined = data?.project ?? row
  return (
    <PeekFrame
      id={rowKey}
      title={head?.title ?? rowKey}
      {...(head && { subtitle: [head.organization.title, placeOf(head)].filter(Boolean).join(' · ') })}
      href={projectAddress(rowKey)}
      labels={
        head && (
          <>
            {drawLabels(projectCells.status(head), t)}
            {drawLabels(projectCells.review_status(head), t)}
          </>
        )
      }
      foot={head && <PeekActs project={head} />}
      onClose={onClose}
    >
      {head && <Money project={head} />}
      {data ? <Rest {...data} /> : <PeekState error={error} onRetry={() => void refetch()} />}
    </PeekFrame>
  )
}

const placeOf = ({ postcode, town }: ProjectRow) => `${postcode} ${town}`.trim()

function Money({ project }: { project: ProjectRow }) {
  const t = useText()
  const { funding_type, ends_on } = project
  return (
    <PeekPart
      title={t('money.title')}
      note={[
        project.individual_bank_account?.title ?? funding_type.display,
        ends_on && t('projects.peek.ends', { day: showDay(ends_on) }),
      ]
        .filter(Boolean)
        .join(' · ')}
    >
      <MoneyBar
        received={project.funded_cents}
        goal={project.target_cents}
        labels={{
          received: t('columns.funded'),
          missing: t('projects.filters.missing'),
          goal: t('projects.peek.goal'),
        }}
      />
    </PeekPart>
  )
}

function Rest({
  project,
  organization,
  decisions,
  earlier,
  earlier_count,
  tasks,
}: Answer<'GET /api/v4/project/:slug/peek/'>) {
  const t = useText()
  const locale = useLocale()
  const { reviewer, waiting_since } = project
  return (
    <>
      <FundingBlockers project={project} />
      <PeekPart title={t('columns.description')}>
        {project.description === '' ? (
          <p className="muted">{t('projects.peek.no_description')}</p>
        ) : (
          <p className="peek-text">{visible(project.description)}</p>
        )}
      </PeekPart>
      {project.needs.length > 0 && (
        <PeekPart title={t('projects.needs')}>
          <ul className="peek-lines">
            {project.needs.map((need) => (
              <li key={need.id}>
                <span className="peek-line">{visible(need.title)}</span>
                <span className="figures">{formatEuro(need.amount_cents, locale)}</span>
              </li>
            ))}
          </ul>
        </PeekPart>
      )}
      <PeekPart title={t('reviews.decisions')}>
        <dl className="facts brief-facts peek-who">
          <dt>{t('columns.reviewer')}</dt>
          <dd>{reviewer ? visible(reviewer.name) : t('filters.nobody')}</dd>
          {waiting_since && (
            <>
              <dt>{t('columns.waiting_since')}</dt>
              <dd>{showDay(dayOf(new Date(waiting_since)))}</dd>
            </>
          )}
        </dl>
        <StandingDecisions subject="project" decisions={decisions} />
      </PeekPart>
      <PeekPart title={t('columns.organization')}>
        <OrganizationFacts brief={organization} />
      </PeekPart>
      {earlier.length > 0 && (
        <PeekPart title={t('projects.peek.earlier')} note={formatInteger(earlier_count, locale)}>
          <BriefProjects projects={earlier} />
        </PeekPart>
      )}
      <PeekPart title={t('tasks.title')} note={tasks && t('tasks.open_count', { count: project.open_tasks })}>
        <OpenTasks tasks={tasks} />
      </PeekPart>
    </>
  )
}
