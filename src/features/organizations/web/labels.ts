import { showDay } from '#shared/dates.ts'
import type { TextKey, Translate } from '#web/texts.ts'
import { statusLabel } from '#shared/statuses.ts'
import type { OrganizationValues } from './values.ts'

const texts: Record<keyof OrganizationValues, TextKey> = {
  title: 'organizations.fields.title',
  email_contact: 'organizations.fields.email_contact',
  description: 'organizations.fields.description',
  website: 'organizations.fields.website',
  phone: 'organizations.fields.phone',
  street: 'organizations.fields.street',
  postcode: 'organizations.fields.postcode',
  city: 'organizations.fields.city',
  country: 'organizations.fields.country',
  register_number: 'organizations.fields.register_number',
  category: 'organizations.fields.category',
  bank_account_holder: 'organizations.fields.bank_account_holder',
  iban: 'organizations.fields.iban',
  bic: 'organizations.fields.bic',
  tax_office: 'organizations.fields.tax_office',
  tax_number: 'organizations.fields.tax_number',
  exemption_kind: 'organizations.fields.exemption_kind',
  exemption_date: 'organizations.fields.exemption_date',
  exemption_ends_on: 'organizations.fields.exemption_ends_on',
  exemption_purposes: 'organizations.fields.exemption_purposes',
  exemption_period: 'organizations.fields.exemption_period',
  status: 'columns.status',
  internal_status: 'columns.internal_status',
  needs_review: 'organizations.fields.needs_review',
  needs_voting_review: 'organizations.fields.needs_voting_review',
}

/** Visible names of an organization's fields. */
export function fieldLabels(t: Translate): Record<keyof OrganizationValues, string> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, t.of(text)])) as Record<
    keyof OrganizationValues,
    string
  >
}

/** A field's value in words, for the choice between two. */
export function valueInWords(key: keyof OrganizationValues, value: string | boolean, t: Translate): string {
  if (typeof value === 'boolean') return t(value ? 'history.yes' : 'history.no')
  if (key === 'status') return t.of(statusLabel(Number(value))?.text ?? value)
  if (key === 'exemption_kind') return t.of(`organizations.exemption_kinds.${value}`)
  return key === 'exemption_date' || key === 'exemption_ends_on' ? showDay(value) : value
}
