import type { ReactNode } from 'react'
import { showDay } from '#shared/dates.ts'
import { dash } from '#shared/labels.ts'
import { formatEuro } from '#shared/money.ts'
import { visible } from '#shared/visible.ts'
import { Facts } from '#web/record/Facts.tsx'
import { PageLink } from '#web/router/PageLink.tsx'
import { EmptyPart } from '#web/record/Nothing.tsx'
import { useLocale, useText } from '#web/texts.ts'
import type { OfferedField } from '#features/additional-fields/contract.ts'
import { answerInWords } from '#features/additional-fields/record.ts'
import type { Step } from '#features/additional-fields/rules.ts'
import { organizationAddress } from '#features/organizations/web/columns.ts'
import type { ProjectDetail } from '../contract.ts'
import { fieldLabels, valueInWords } from './labels.ts'
import { newProject, valuesOf } from './values.ts'

/** A project to read; `children` stand above its financing. */
export function ProjectFacts({
  project,
  fields,
  children,
}: {
  project: ProjectDetail
  fields: readonly OfferedField[]
  children: ReactNode
}) {
  const t = useText()
  const locale = useLocale()
  const names = fieldLabels(t, [], fields)
  const values = valuesOf(project, fields)
  const fact = (key: keyof typeof newProject) =>
    [names[key], valueInWords(key, values[key], t, locale, fields)] as const
  // What was answered and is no longer asked stays to be read.
  const answers = (step: Step) =>
    fields
      .filter((field) => field.step === step && (field.active || field.key in project.additional))
      .map((field) => {
        const words = answerInWords(field, project.additional[field.key], { locale, textOf: t.of })
        return [
          visible(field.label),
          field.type === 'paragraph' ? (
            <span key={field.key} className="fact-wide">
              {visible(words)}
            </span>
          ) : (
            words
          ),
        ] as const
      })
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
            ...answers('basics'),
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
            ...answers('financing'),
          ],
        },
        {
          anchor: 'needs',
          title: t('projects.needs'),
          facts: [
            ...needs.map((need) => [visible(need.title), formatEuro(need.amount_cents, locale)] as const),
            ...answers('needs'),
          ],
          ...(needs.length === 0 && {
            above: <EmptyPart text={t('projects.no_needs')}>{t('projects.no_needs_hint')}</EmptyPart>,
          }),
        },
        {
          anchor: 'dates',
          title: t('projects.sections.dates'),
          facts: [
            [names.starts_on, project.starts_on ? showDay(project.starts_on) : ''],
            [names.ends_on, project.ends_on ? showDay(project.ends_on) : ''],
            ...answers('dates'),
          ],
        },
      ]}
    />
  )
}
