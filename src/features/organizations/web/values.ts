import { type RecordValues, valuesOfRecord } from '#web/record/record-values.ts'
import type { OrganizationDetail } from '../contract.ts'
import { organizationRecord } from '../fields.ts'

/** An organization's form. */
export type OrganizationValues = RecordValues<typeof organizationRecord>

/** The form of a saved organization. */
export function valuesOf(organization: OrganizationDetail): OrganizationValues {
  return valuesOfRecord(organizationRecord, organization, {
    internal_status: organization.internal_status?.slug,
  })
}
