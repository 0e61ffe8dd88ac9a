import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, q } from '#web/api.ts'
import { useLocation } from '#web/router/page.ts'
import { CreatePage, useCreateForm } from '#web/record/CreatePage.tsx'
import { bodyOf, keysOfNew } from '#web/record/record-values.ts'
import { FormSection } from '#web/form/FormSection.tsx'
import { useText } from '#web/texts.ts'
import { PageLoading } from '#web/ui/PageLoading.tsx'
import { ErrorPanel } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { OfferedField } from '#features/additional-fields/contract.ts'
import { offeredFieldsQuery } from '#features/additional-fields/web/offered-fields.ts'
import { answersOf, answerValues, nameOf, validateAnswers } from '#features/additional-fields/web/values.ts'
import type { ProjectDetail } from '../contract.ts'
import { projectRecord } from '../fields.ts'
import { projectAddress } from './columns.ts'
import { fieldLabels } from './labels.ts'
import {
  BasicFields,
  DatesSection,
  FundingFields,
  InternalStatusField,
  NeedsSection,
} from './ProjectFields.tsx'
import { newProject, type ProjectValues, sentNeeds, validateProject } from './values.ts'

export function CreateProjectPage() {
  const { data, error, refetch } = useQuery(offeredFieldsQuery)
  const of = useLocation().search.organization
  const organization = useQuery({
    ...q('GET /api/v4/organization/:slug/', { params: { slug: of ?? '' } }),
    enabled: of !== undefined,
  })
  if (error) return <ErrorPanel asPage error={error} onRetry={() => void refetch()} />
  if (!data || organization.isLoading) return <PageLoading />
  // A missing or hidden organization is not preselected.
  return <NewProject offeredNow={data.results} organization={organization.data} />
}

type NewProjectProps = {
  offeredNow: readonly OfferedField[]
  organization: { slug: string; title: string } | undefined
}

function NewProject({ offeredNow, organization }: NewProjectProps) {
  const t = useText()
  // The form keeps the additional fields with which it was opened.
  const [fields] = useState(offeredNow)
  const asked = fields.filter(({ active }) => active)
  const form = useCreateForm<ProjectValues, ProjectDetail>({
    initial: {
      ...newProject,
      ...answerValues(fields),
      ...(organization && { organization_slug: organization.slug }),
    },
    validate: (values) => ({
      ...validateProject(values, t),
      ...validateAnswers(fields, values, {}, t, true),
    }),
    create: (values, idempotencyKey) => {
      const body = {
        ...bodyOf(projectRecord, values, keysOfNew(projectRecord)),
        needs: sentNeeds(values.needs),
        ...(asked.length > 0 && { additional: answersOf(asked, values, asked.map(nameOf)) }),
      }
      return api('POST /api/v4/projects/', { body, idempotencyKey })
    },
    onCreated: ({ title }) => {
      notify({ tone: 'success', title: t('projects.created'), message: title })
    },
    addressOf: ({ slug }) => projectAddress(slug),
  })
  return (
    <CreatePage
      form={form}
      permission="create_projects"
      back={{ to: '/site-admin/projects/', table: 'projects', text: t('projects.back') }}
      title={t('projects.create')}
      labels={fieldLabels(t, form.values.needs, fields)}
    >
      <BasicFields
        form={form}
        fields={fields}
        {...(organization && { titles: { organization: organization.title } })}
      />
      <NeedsSection form={form} fields={fields} />
      <FormSection title={t('projects.sections.financing')} hint={t('projects.sections.financing_hint')}>
        <FundingFields form={form} fields={fields} />
        <InternalStatusField form={form} />
      </FormSection>
      <DatesSection form={form} fields={fields} />
    </CreatePage>
  )
}
