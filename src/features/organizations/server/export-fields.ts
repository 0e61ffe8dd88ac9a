import type { FieldColumn, ImportColumn } from '#features/exports/server/list-export.ts'
import { fieldColumns, importedColumns } from '#features/exports/server/record-columns.ts'
import { writeReviews } from '#features/reviews/reviews-as-text.ts'
import type { OrganizationRow } from '../contract.ts'
import { organizationRecord } from '../fields.ts'
import type { RecordRow } from './queries.ts'

export type OrganizationRecord = OrganizationRow & { record: RecordRow; valid_until: string | null }

/** Fields of an organization's record beyond its list columns. The token of the public preview is a secret and not exported. */
export const recordFields: readonly FieldColumn<OrganizationRecord>[] = [
  { heading: 'exports.fields.slug', kind: 'text', value: (row) => row.slug },
  ...fieldColumns<typeof organizationRecord, OrganizationRecord>(
    organizationRecord,
    {},
    {
      exemption_date: [
        { heading: 'organizations.valid_until', kind: 'day', value: (row) => row.valid_until },
      ],
    },
  ),
  { heading: 'organizations.project_count', kind: 'number', value: ({ record }) => record.project_count },
  { heading: 'exports.fields.open_tasks', kind: 'number', value: (row) => row.open_tasks },
  { heading: 'columns.created_at', kind: 'instant', value: ({ record }) => record.created_at.toISOString() },
  {
    heading: 'exports.fields.updated_at',
    kind: 'instant',
    value: ({ record }) => record.updated_at.toISOString(),
  },
]

const again = importedColumns<typeof organizationRecord, OrganizationRecord>(organizationRecord)

export const againFields = {
  organization_title: again.organization_title,
  organization_register_number: again.organization_register_number,
  organization_postcode: again.organization_postcode,
  organization_city: again.organization_city,
  organization_street: again.organization_street,
  organization_email: again.organization_email,
  organization_bank_account_holder: again.organization_bank_account_holder,
  organization_iban: again.organization_iban,
  organization_bic: again.organization_bic,
  organization_reviews: { kind: 'text', value: ({ record }) => writeReviews('organization', record) },
} satisfies Record<keyof typeof again | 'organization_reviews', ImportColumn<OrganizationRecord>>
