import { api } from '#web/api.ts'
import { CreatePage, useCreateForm } from '#web/record/CreatePage.tsx'
import { bodyOf, errorsOf, initialValues, keysOfNew, labelsOf } from '#web/record/record-values.ts'
import { useText } from '#web/texts.ts'
import { notify } from '#web/ui/toasts.ts'
import type { OrganizationDetail } from '../contract.ts'
import { organizationRecord } from '../fields.ts'
import { organizationAddress } from './columns.ts'
import { OrganizationFields } from './OrganizationFields.tsx'
import type { OrganizationValues } from './values.ts'

export function CreateOrganizationPage() {
  const t = useText()
  const form = useCreateForm<OrganizationValues, OrganizationDetail>({
    initial: initialValues(organizationRecord),
    validate: (values) => errorsOf(organizationRecord, values, t, { isNew: true }),
    create: (values, idempotencyKey) => {
      const body = bodyOf(organizationRecord, values, keysOfNew(organizationRecord))
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
      labels={labelsOf(organizationRecord, t)}
    >
      <OrganizationFields form={form} />
    </CreatePage>
  )
}
