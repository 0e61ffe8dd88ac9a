import { Facts } from '#web/record/Facts.tsx'
import { factsOf } from '#web/record/RecordSection.tsx'
import { useText } from '#web/texts.ts'
import type { OrganizationDetail } from '../contract.ts'
import { organizationRecord } from '../fields.ts'
import { Validity } from './Validity.tsx'
import { valuesOf } from './values.ts'

export function OrganizationRecord({ organization }: { organization: OrganizationDetail }) {
  const t = useText()
  const values = valuesOf(organization)
  const internal_status = organization.internal_status?.label ?? ''
  return (
    <Facts
      groups={[
        factsOf(organizationRecord, 'basics', values, t),
        factsOf(organizationRecord, 'status', values, t, { instead: { internal_status } }),
        factsOf(organizationRecord, 'address', values, t),
        factsOf(organizationRecord, 'bank', values, t),
        {
          ...factsOf(organizationRecord, 'exemption', values, t),
          above: <Validity saved={organization} />,
        },
      ]}
    />
  )
}
