import { api } from '#web/api.ts'
import { CreatePage, useCreateForm } from '#web/record/CreatePage.tsx'
import { FormSection } from '#web/form/FormSection.tsx'
import { useText } from '#web/texts.ts'
import { notify } from '#web/ui/toasts.ts'
import type { ProjectDetail } from '../contract.ts'
import { projectsChanged } from './archive.ts'
import { projectAddress } from './columns.ts'
import { fieldLabels } from './labels.ts'
import {
  BasicFields,
  DatesSection,
  FundingFields,
  InternalStatusField,
  NeedsSection,
} from './ProjectFields.tsx'
import { bodyOf, newProject, type ProjectValues, validateProject } from './values.ts'

/** A new project; reviews and flags follow on its own page. */
export function CreateProjectPage() {
  const t = useText()
  const form = useCreateForm<ProjectValues, ProjectDetail>({
    initial: newProject,
    validate: (values) => validateProject(values, t),
    create: (values, idempotencyKey) => {
      const { needs, ...rest } = bodyOf(values, [
        'title',
        'organization_slug',
        'description',
        'needs',
        'funding_type',
        'starts_on',
        'ends_on',
        'individual_bank_account',
        'internal_status',
      ])
      const body = { ...rest, needs: needs.map(({ title, amount_cents }) => ({ title, amount_cents })) }
      return api('POST /api/v4/projects/', { body, idempotencyKey })
    },
    onCreated: ({ title }) => {
      notify({ tone: 'success', title: t('projects.created'), message: title })
      void projectsChanged()
    },
    addressOf: ({ slug }) => projectAddress(slug),
  })
  return (
    <CreatePage
      form={form}
      permission="create_projects"
      back={{ to: '/site-admin/projects/', table: 'projects', text: t('projects.back') }}
      title={t('projects.create')}
      labels={fieldLabels(t, form.values.needs)}
    >
      <BasicFields form={form} />
      <NeedsSection form={form} />
      <FormSection title={t('projects.sections.financing')} hint={t('projects.sections.financing_hint')}>
        <FundingFields form={form} />
        <InternalStatusField form={form} />
      </FormSection>
      <DatesSection form={form} />
    </CreatePage>
  )
}
