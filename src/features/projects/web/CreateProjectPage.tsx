import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, api, newIdempotencyKey } from '#web/api.ts'
import { ErrorSummary } from '#web/form/ErrorSummary.tsx'
import { FormSection } from '#web/form/FormSection.tsx'
import { SaveBar } from '#web/form/SaveBar.tsx'
import { useForm } from '#web/form/useForm.ts'
import { useText } from '#web/texts.ts'
import { FormPage } from '#web/ui/RecordPage.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import { projectsChanged } from './archive.ts'
import { projectAddress } from './columns.tsx'
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
  const navigate = useNavigate()
  // Kept until it was answered: a repeat after a lost answer makes no second project.
  const [key, setKey] = useState(newIdempotencyKey)
  const form = useForm<ProjectValues>({
    initial: newProject,
    validate: (values) => validateProject(values, t),
    onSubmit: async (values) => {
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
      const project = await api('POST /api/v4/projects/', { body, idempotencyKey: key })
      setKey(newIdempotencyKey())
      flushSync(() => form.reset())
      notify({ tone: 'success', title: t('projects.created'), message: project.title })
      void projectsChanged()
      await navigate({ to: projectAddress(project.slug) as '/' })
    },
    onFailure: (error) => {
      if (error instanceof ApiError) setKey(newIdempotencyKey())
      notify({ tone: 'danger', title: t('states.error'), message: explain(error, t) })
    },
  })
  return (
    <FormPage
      back={{ to: '/site-admin/projects/', table: 'projects', text: t('projects.back') }}
      title={t('projects.create')}
      footer={
        <SaveBar
          dirty={form.dirty}
          saving={form.submitting}
          onSave={form.submit}
          onDiscard={() => form.reset()}
        />
      }
    >
      <form {...form.props}>
        <p className="small muted">{t('form.required_hint')}</p>
        <ErrorSummary
          errors={form.errors}
          labels={fieldLabels(t, form.values.needs)}
          formError={form.formError}
        />
        <BasicFields form={form} />
        <NeedsSection form={form} />
        <FormSection title={t('projects.sections.financing')} hint={t('projects.sections.financing_hint')}>
          <FundingFields form={form} />
          <InternalStatusField form={form} />
        </FormSection>
        <DatesSection form={form} />
      </form>
    </FormPage>
  )
}
