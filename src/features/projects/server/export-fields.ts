import { formatEuro } from '#shared/money.ts'
import type { FieldColumn, ImportColumn } from '#features/exports/server/list-export.ts'
import { fundingTypes } from '#features/ledger/funding-types.ts'
import { writeReviews } from '#features/reviews/reviews-as-text.ts'
import { fieldColumns, importedColumns } from '#features/exports/server/record-columns.ts'
import type { ImportedAs } from '#shared/records/define-record.ts'
import type { ProjectRow } from '../contract.ts'
import { projectRecord } from '../fields.ts'
import { writeNeeds } from '../needs-text.ts'
import type { RecordRow } from './queries.ts'

/** A project's list row with all fields of its record. */
export type ProjectRecord = ProjectRow & { record: RecordRow }

const address = 'view_organizations'
const bank = 'change_organizations'

/** Fields of a project's record that its list has no column for. */
export const recordFields: readonly FieldColumn<ProjectRecord>[] = [
  { heading: 'exports.fields.slug', kind: 'text', value: (row) => row.slug },
  ...fieldColumns<typeof projectRecord, ProjectRecord>(
    projectRecord,
    {
      needs: ({ record }, locale) =>
        record.needs
          .map(({ title, amount_cents }) => `${title}: ${formatEuro(amount_cents, locale)}`)
          .join('\n'),
      individual_bank_account: (row) => row.individual_bank_account?.title ?? null,
    },
    {
      needs: [{ heading: 'columns.missing', kind: 'EUR', value: (row) => row.missing_cents }],
      needs_voting_review: [
        { heading: 'exports.fields.open_tasks', kind: 'number', value: (row) => row.open_tasks },
      ],
      individual_bank_account: [
        {
          heading: 'exports.fields.account_iban',
          kind: 'text',
          right: 'view_settings',
          value: ({ record }) => record.account_iban,
        },
      ],
    },
  ),
  { heading: 'exports.fields.organization_slug', kind: 'text', value: (row) => row.organization.slug },
  { heading: 'columns.contact_email', kind: 'text', value: (row) => row.organization.email_contact },
  ...organizationFields(address, [
    'register_number',
    'street',
    'postcode',
    'city',
    'country',
    'phone',
    'website',
  ]),
  ...organizationFields(bank, ['bank_account_holder', 'iban', 'bic']),
  { heading: 'columns.created_at', kind: 'instant', value: ({ record }) => record.created_at.toISOString() },
  {
    heading: 'exports.fields.updated_at',
    kind: 'instant',
    value: ({ record }) => record.updated_at.toISOString(),
  },
]

function organizationFields(
  right: NonNullable<FieldColumn<ProjectRecord>['right']>,
  names: readonly (keyof RecordRow['organization'])[],
): FieldColumn<ProjectRecord>[] {
  return names.map((name) => ({
    heading: `organizations.fields.${name}`,
    kind: 'text',
    right,
    value: ({ record }) => record.organization[name],
  }))
}

const again = importedColumns<typeof projectRecord, ProjectRecord>(projectRecord)

/**
 * The columns from which an import reads projects: organization, title and amount. The export of gifts holds received money.
 */
export const againFields = {
  organization_title: { kind: 'text', value: (row) => row.organization.title },
  organization_register_number: organizationField('register_number'),
  organization_postcode: organizationField('postcode'),
  organization_city: organizationField('city'),
  organization_street: organizationField('street'),
  organization_email: { kind: 'text', value: (row) => row.organization.email_contact },
  project_title: again.project_title,
  project_description: again.project_description,
  project_needs: { kind: 'text', value: ({ record }) => writeNeeds(record.needs) },
  project_reviews: { kind: 'text', value: ({ record }) => writeReviews('project', record) },
  applied_amount: { kind: 'EUR', value: (row) => row.target_cents || null },
  currency: { kind: 'text', value: () => 'EUR' },
  starts_on: again.starts_on,
  ends_on: again.ends_on,
  funding_type: { kind: 'text', value: ({ record }) => fundingTypes[record.funding_type].name },
} satisfies Record<ImportedAs<typeof projectRecord>, ImportColumn<ProjectRecord>> &
  Record<string, ImportColumn<ProjectRecord>>

function organizationField(name: keyof RecordRow['organization']): ImportColumn<ProjectRecord> {
  return { kind: 'text', right: address, value: ({ record }) => record.organization[name] }
}
