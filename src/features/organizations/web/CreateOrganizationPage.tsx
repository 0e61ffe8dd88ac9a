import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, api, newIdempotencyKey } from '#web/api.ts'
import { ErrorSummary } from '#web/form/ErrorSummary.tsx'
import { SaveBar } from '#web/form/SaveBar.tsx'
import { useForm } from '#web/form/useForm.ts'
import { useText } from '#web/texts.ts'
import { FormPage } from '#web/ui/RecordPage.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import { organizationsChanged } from './archive.ts'
import { organizationAddress } from './columns.tsx'
import { fieldLabels } from './labels.ts'
import { AddressFields, BankFields, BasicFields, ExemptionFields } from './OrganizationFields.tsx'
import {
  bodyOf,
  newOrganization,
  type OrganizationValues,
  textFields,
  validateOrganization,
} from './values.ts'

/** A new organization; reviews follow on its own page. */
export function CreateOrganizationPage() {
  const t = useText()
  const navigate = useNavigate()
  // Kept until it was answered: a repeat after a lost answer makes no second organization.
  const [key, setKey] = useState(newIdempotencyKey)
  const form = useForm<OrganizationValues>({
    initial: newOrganization,
    validate: (values) => validateOrganization(values, t, { isNew: true }),
    onSubmit: async (values) => {
      const { title, email_contact } = values
      const { status: _status, ...rest } = bodyOf(values, [
        ...textFields,
        'exemption_kind',
        'exemption_date',
        'internal_status',
      ])
      const body = { ...withoutFlags(rest), title, email_contact }
      const organization = await api('POST /api/v4/organizations/', { body, idempotencyKey: key })
      setKey(newIdempotencyKey())
      flushSync(() => form.reset())
      notify({ tone: 'success', title: t('organizations.created'), message: organization.title })
      void organizationsChanged()
      await navigate({ to: organizationAddress(organization.slug) as '/' })
    },
    onFailure: (error) => {
      if (error instanceof ApiError) setKey(newIdempotencyKey())
      notify({ tone: 'danger', title: t('states.error'), message: explain(error, t) })
    },
  })
  return (
    <FormPage
      back={{ to: '/site-admin/organizations/', table: 'organizations', text: t('organizations.back') }}
      title={t('actions.create_organization')}
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
        <ErrorSummary errors={form.errors} labels={fieldLabels(t)} formError={form.formError} />
        <BasicFields form={form} isNew />
        <AddressFields form={form} />
        <BankFields form={form} />
        <ExemptionFields form={form} />
      </form>
    </FormPage>
  )
}

/** A new organization has no flags yet; the call takes none. */
function withoutFlags({
  needs_review: _review,
  needs_voting_review: _voting,
  ...body
}: ReturnType<typeof bodyOf>) {
  return body
}
