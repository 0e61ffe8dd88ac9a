import type { ColumnKind } from '#shared/list-record.ts'
import type { FieldColumn, ImportColumn } from '#features/exports/server/list-export.ts'
import { yesOrNo } from '#features/exports/server/words.ts'
import { writeReviews } from '#features/reviews/written.ts'
import { text } from '#server/texts.ts'
import type { OrganizationRow } from '../contract.ts'
import type { RecordRow } from './queries.ts'

/** An organization as its list shows it, with all that its record says beside. */
export type OrganizationRecord = OrganizationRow & { record: RecordRow; valid_until: string | null }

const bank = 'change_organizations'
type TextField = {
  [K in keyof RecordRow]: RecordRow[K] extends string ? K : never
}[keyof RecordRow]
type Named = TextField &
  (
    | 'website'
    | 'phone'
    | 'street'
    | 'postcode'
    | 'city'
    | 'country'
    | 'register_number'
    | 'category'
    | 'bank_account_holder'
    | 'iban'
    | 'bic'
    | 'tax_office'
    | 'tax_number'
    | 'description'
    | 'exemption_purposes'
    | 'exemption_period'
  )

const field = (
  name: Named,
  rest: Partial<FieldColumn<OrganizationRecord>> = {},
): FieldColumn<OrganizationRecord> => ({
  heading: `organizations.fields.${name}`,
  kind: 'text' satisfies ColumnKind,
  value: ({ record }) => record[name],
  ...rest,
})

/** What an organization's record says beside the columns of its list. The key of its public preview is no field. */
export const recordFields: readonly FieldColumn<OrganizationRecord>[] = [
  { heading: 'exports.fields.slug', kind: 'text', value: (row) => row.slug },
  field('description', { width: 60 }),
  field('website'),
  field('phone'),
  field('street'),
  field('postcode'),
  field('city'),
  field('country'),
  field('register_number'),
  field('category'),
  field('bank_account_holder', { right: bank }),
  field('iban', { right: bank }),
  field('bic', { right: bank }),
  field('tax_office', { right: bank }),
  field('tax_number', { right: bank }),
  {
    heading: 'organizations.fields.exemption_kind',
    kind: 'text',
    value: ({ record }, locale) => text(locale, `organizations.exemption_kinds.${record.exemption_kind}`),
  },
  {
    heading: 'organizations.fields.exemption_date',
    kind: 'day',
    value: ({ record }) => record.exemption_date,
  },
  { heading: 'organizations.valid_until', kind: 'day', value: (row) => row.valid_until },
  field('exemption_period'),
  field('exemption_purposes', { width: 60 }),
  {
    heading: 'organizations.fields.needs_review',
    kind: 'text',
    value: (row, locale) => yesOrNo(row.needs_review, locale),
  },
  {
    heading: 'organizations.fields.needs_voting_review',
    kind: 'text',
    value: (row, locale) => yesOrNo(row.needs_voting_review, locale),
  },
  { heading: 'organizations.project_count', kind: 'number', value: ({ record }) => record.project_count },
  { heading: 'exports.fields.open_tasks', kind: 'number', value: (row) => row.open_tasks },
  { heading: 'columns.created_at', kind: 'instant', value: ({ record }) => record.created_at.toISOString() },
  {
    heading: 'exports.fields.updated_at',
    kind: 'instant',
    value: ({ record }) => record.updated_at.toISOString(),
  },
]

/** What an import reads of an organization. */
export const againFields: Readonly<Record<string, ImportColumn<OrganizationRecord>>> = {
  organization_title: { kind: 'text', value: (row) => row.title },
  organization_register_number: { kind: 'text', value: ({ record }) => record.register_number },
  organization_postcode: { kind: 'text', value: ({ record }) => record.postcode },
  organization_city: { kind: 'text', value: ({ record }) => record.city },
  organization_street: { kind: 'text', value: ({ record }) => record.street },
  organization_email: { kind: 'text', value: (row) => row.email_contact },
  organization_bank_account_holder: {
    kind: 'text',
    right: bank,
    value: ({ record }) => record.bank_account_holder,
  },
  organization_iban: { kind: 'text', right: bank, value: ({ record }) => record.iban },
  organization_bic: { kind: 'text', right: bank, value: ({ record }) => record.bic },
  organization_reviews: { kind: 'text', value: ({ record }) => writeReviews('organization', record) },
}
