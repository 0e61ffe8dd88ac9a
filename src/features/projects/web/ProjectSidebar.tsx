import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#web/router/PageLink.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { IconArrowUpRight } from '#web/ui/lazy-icons.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { SidePart } from '#web/record/RecordPage.tsx'
import { organizationAddress } from '#features/organizations/web/columns.ts'
import { BriefProjects } from '#features/organizations/web/peek/BriefProjects.tsx'
import { OrganizationFacts } from '#features/organizations/web/peek/OrganizationFacts.tsx'
import { formatInteger } from '#shared/money.ts'
import { visible } from '#shared/text-direction.ts'
import { drawLabels } from '#web/table/list/cell.tsx'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import { projectCells } from '../cells.ts'
import type { ProjectDetail } from '../contract.ts'
import { projectPeek } from './peek/load.ts'

export function HeadLabels({ project }: { project: ProjectDetail }) {
  const t = useText()
  return (
    <>
      {drawLabels(projectCells.status(project), t)}
      {drawLabels(projectCells.review_status(project), t)}
      {drawLabels(projectCells.financing_status(project), t)}
      <PageLink className="record-link" href={organizationAddress(project.organization.slug)}>
        {visible(project.organization.title)}
        <IconArrowUpRight size={14} stroke={1.8} aria-hidden />
      </PageLink>
    </>
  )
}

/** The applicant: its review, proof, account and other projects. */
export function OrganizationParts({ slug }: { slug: string }) {
  const t = useText()
  const locale = useLocale()
  const { data, error, refetch } = useQuery(projectPeek(slug))
  return (
    <>
      <SidePart title={t('columns.organization')}>
        {data ? (
          <OrganizationFacts brief={data.organization} />
        ) : error ? (
          <ListFailed error={error} onRetry={() => void refetch()} />
        ) : (
          <Spinner />
        )}
      </SidePart>
      {data && data.earlier.length > 0 && (
        <SidePart title={t('projects.peek.earlier')} note={formatInteger(data.earlier_count, locale)}>
          <BriefProjects projects={data.earlier} />
        </SidePart>
      )}
    </>
  )
}
