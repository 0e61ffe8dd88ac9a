import { type RecordValues, valuesOfRecord } from '#web/record/record-values.ts'
import type { OrganizationDetail } from '../contract.ts'
import { organizationRecord } from '../fields.ts'

export type OrganizationValues = RecordValues<typeof organizationRecord>

export function valuesOf(organization: OrganizationDetail): OrganizationValues {
  return valuesOfRecord(organizationRecord, organization, {
    internal_status: organization.internal_status?.slug,
  })
}
