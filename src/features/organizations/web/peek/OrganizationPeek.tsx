import { useQuery } from '@tanstack/react-query'
import { formatInteger } from '#shared/money.ts'
import { useAllowed } from '#web/profile.tsx'
import { useShortcut } from '#web/shortcuts.ts'
import { drawLabels } from '#web/table/list/cell.tsx'
import { PeekFrame, PeekPart, PeekState } from '#web/table/peek/PeekFrame.tsx'
import type { PeekBodyProps } from '#web/table/peek/PeekSplit.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconChecklist } from '#web/ui/icons.ts'
import { NotAllowed } from '#web/ui/states.tsx'
import { StandingDecisions } from '#features/reviews/web/StandingDecisions.tsx'
import { OpenTasks } from '#features/tasks/web/OpenTasks.tsx'
import { openTasks } from '#features/tasks/web/open.ts'
import { organizationCells } from '../../cells.ts'
import type { OrganizationRow } from '../../contract.ts'
import { organizationAddress } from '../columns.ts'
import { BriefProjects } from './BriefProjects.tsx'
import { organizationPeek } from './load.ts'
import { OrganizationFacts } from './OrganizationFacts.tsx'

type OrganizationPeekProps = PeekBodyProps<OrganizationRow> & {
  /** Title to show until the row or record has loaded. */
  title?: string
  /** Opens over a page with its own shortcuts. */
  over?: boolean
}

/** A read-only organization beside the current page: proof, account, reviews, projects, tasks. */
export function OrganizationPeek({ rowKey, row, title = rowKey, over, onClose }: OrganizationPeekProps) {
  const t = useText()
  const locale = useLocale()
  const { data, error, refetch } = useQuery(organizationPeek(rowKey))
  const head = data?.organization ?? row
  return (
    <PeekFrame
      id={rowKey}
      title={head?.title ?? title}
      {...(data?.brief.place ? { subtitle: data.brief.place } : {})}
      href={organizationAddress(rowKey)}
      labels={
        head && (
          <>
            {drawLabels(organizationCells.status(head), t)}
            {drawLabels(organizationCells.review_status(head), t)}
          </>
        )
      }
      foot={head && !over && <Foot organization={head} />}
      {...(over ? { over } : {})}
      onClose={onClose}
    >
      {!data ? (
        <PeekState error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <PeekPart title={t('organizations.facts.title')}>
            <OrganizationFacts brief={data.brief} withoutReview />
          </PeekPart>
          <PeekPart title={t('reviews.decisions')}>
            <StandingDecisions subject="organization" decisions={data.decisions} />
          </PeekPart>
          <PeekPart title={t('nav.projects')} note={formatInteger(data.project_count, locale)}>
            {data.projects === null ? (
              <NotAllowed permission="view_projects" />
            ) : data.projects.length === 0 ? (
              <p className="muted">{t('organizations.no_projects')}</p>
            ) : (
              <BriefProjects projects={data.projects} />
            )}
          </PeekPart>
          <PeekPart
            title={t('tasks.title')}
            note={data.tasks && t('tasks.open_count', { count: data.organization.open_tasks })}
          >
            <OpenTasks tasks={data.tasks} />
          </PeekPart>
        </>
      )}
    </PeekFrame>
  )
}

function Foot({ organization: { id, title } }: { organization: OrganizationRow }) {
  const t = useText()
  const allowed = useAllowed()
  const tasks = () => allowed('view_reminders') && openTasks({ type: 'organization', id, title })
  useShortcut('t', tasks)
  return (
    <Button icon={IconChecklist} disabled={!allowed('view_reminders')} onClick={tasks}>
      {t('tasks.title')} <kbd className="kbd">T</kbd>
    </Button>
  )
}
