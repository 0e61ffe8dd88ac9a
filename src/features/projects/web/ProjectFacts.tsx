import type { ReactNode } from 'react'
import { formatEuro } from '#shared/money.ts'
import { visible } from '#shared/text-direction.ts'
import { type FactGroup, Facts } from '#web/record/Facts.tsx'
import { factsOf } from '#web/record/RecordSection.tsx'
import { PageLink } from '#web/router/PageLink.tsx'
import { EmptyPart } from '#web/record/EmptyPart.tsx'
import { useLocale, useText } from '#web/texts.ts'
import type { OfferedField } from '#features/additional-fields/contract.ts'
import { answerInWords } from '#features/additional-fields/record.ts'
import type { Step } from '#features/additional-fields/rules.ts'
import { organizationAddress } from '#features/organizations/web/columns.ts'
import type { ProjectDetail } from '../contract.ts'
import { projectRecord } from '../fields.ts'
import { valuesOf } from './values.ts'

/** A read-only project; `children` appear above its financing. */
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
  const values = valuesOf(project, fields)
  // Answers to questions that are no longer asked stay visible.
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
  const withAnswers = (group: FactGroup, step: Step): FactGroup => ({
    ...group,
    facts: [...group.facts, ...answers(step)],
  })
  const { organization, needs } = project
  return (
    <Facts
      groups={[
        withAnswers(
          factsOf(projectRecord, 'basics', values, t, {
            instead: {
              organization_slug: (
                <PageLink key="organization" href={organizationAddress(organization.slug)}>
                  {visible(organization.title)}
                </PageLink>
              ),
            },
            behind: { organization_slug: [[t('columns.contact_email'), organization.email_contact]] },
          }),
          'basics',
        ),
        factsOf(projectRecord, 'status', values, t, {
          instead: { internal_status: project.internal_status?.label ?? '' },
          behind: {
            internal_status: [[t('columns.reviewer'), project.reviewer?.name ?? t('filters.nobody')]],
          },
        }),
        {
          ...withAnswers(
            factsOf(projectRecord, 'financing', values, t, {
              instead: { individual_bank_account: project.individual_bank_account?.title ?? '' },
            }),
            'financing',
          ),
          above: children,
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
        withAnswers(factsOf(projectRecord, 'dates', values, t), 'dates'),
      ]}
    />
  )
}
