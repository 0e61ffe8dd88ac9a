import type { ReactNode } from 'react'
import { showDay } from '#shared/dates.ts'
import { dash } from '#shared/labels.ts'
import { formatEuro } from '#shared/money.ts'
import { visible } from '#shared/visible.ts'
import { Facts } from '#web/record/Facts.tsx'
import { PageLink } from '#web/router/PageLink.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { organizationAddress } from '#features/organizations/web/columns.ts'
import type { ProjectDetail } from '../contract.ts'
import { fieldLabels, valueInWords } from './labels.ts'
import { valuesOf } from './values.ts'

/** A project to read; `children` stand above its financing. */
export function ProjectFacts({ project, children }: { project: ProjectDetail; children: ReactNode }) {
  const t = useText()
  const locale = useLocale()
  const names = fieldLabels(t, [])
  const values = valuesOf(project)
  const fact = (key: keyof typeof names) => [names[key], valueInWords(key, values[key], t, locale)] as const
  const { organization, needs } = project
  return (
    <Facts
      groups={[
        {
          anchor: 'basics',
          title: t('projects.sections.basics'),
          facts: [
            [
              names.organization_slug,
              <PageLink key="organization" href={organizationAddress(organization.slug)}>
                {visible(organization.title)}
              </PageLink>,
            ],
            [t('columns.contact_email'), organization.email_contact],
            [
              names.description,
              <span key="description" className="fact-wide">
                {visible(project.description) || dash}
              </span>,
            ],
          ],
        },
        {
          anchor: 'status',
          title: t('projects.sections.status'),
          facts: [
            fact('status'),
            [names.internal_status, project.internal_status?.label ?? ''],
            [t('columns.reviewer'), project.reviewer?.name ?? t('filters.nobody')],
            fact('needs_donation_review'),
            fact('needs_voting_review'),
            fact('is_banned'),
          ],
        },
        {
          anchor: 'financing',
          title: t('projects.sections.financing'),
          above: children,
          facts: [
            fact('funding_type'),
            [names.individual_bank_account, project.individual_bank_account?.title ?? ''],
          ],
        },
        {
          anchor: 'needs',
          title: t('projects.needs'),
          facts: needs.map((need) => [visible(need.title), formatEuro(need.amount_cents, locale)] as const),
          ...(needs.length === 0 && { above: <p className="muted">{t('projects.no_needs')}</p> }),
        },
        {
          anchor: 'dates',
          title: t('projects.sections.dates'),
          facts: [
            [names.starts_on, project.starts_on ? showDay(project.starts_on) : ''],
            [names.ends_on, project.ends_on ? showDay(project.ends_on) : ''],
          ],
        },
      ]}
    />
  )
}
