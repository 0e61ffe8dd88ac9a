import { api } from '#web/api.ts'
import { CreatePage, useCreateForm } from '#web/record/CreatePage.tsx'
import { useText } from '#web/texts.ts'
import { notify } from '#web/ui/toasts.ts'
import type { OrganizationDetail } from '../contract.ts'
import { organizationAddress } from './columns.ts'
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
  const form = useCreateForm<OrganizationValues, OrganizationDetail>({
    initial: newOrganization,
    validate: (values) => validateOrganization(values, t, { isNew: true }),
    create: (values, idempotencyKey) => {
      const { title, email_contact } = values
      const { status: _status, ...rest } = bodyOf(values, [
        ...textFields,
        'exemption_kind',
        'exemption_date',
        'exemption_ends_on',
        'internal_status',
      ])
      const body = { ...withoutFlags(rest), title, email_contact }
      return api('POST /api/v4/organizations/', { body, idempotencyKey })
    },
    onCreated: ({ title }) => {
      notify({ tone: 'success', title: t('organizations.created'), message: title })
    },
    addressOf: ({ slug }) => organizationAddress(slug),
  })
  return (
    <CreatePage
      form={form}
      permission="create_organizations"
      back={{ to: '/site-admin/organizations/', table: 'organizations', text: t('organizations.back') }}
      title={t('actions.create_organization')}
      labels={fieldLabels(t)}
    >
      <BasicFields form={form} isNew />
      <AddressFields form={form} />
      <BankFields form={form} />
      <ExemptionFields form={form} />
    </CreatePage>
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
