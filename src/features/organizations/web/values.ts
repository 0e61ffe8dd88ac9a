import { isDay } from '#shared/dates.ts'
import type { Translate } from '#web/texts.ts'
import type { OrganizationDetail } from '../contract.ts'
import { isEmail } from '#shared/email.ts'
import { groupIban, isBic, isIban } from '#shared/bank-details.ts'
import { type ExemptionKind, isWebsite } from '../rules.ts'

/** Fields that are one text each. */
export const textFields = [
  'title',
  'email_contact',
  'description',
  'website',
  'phone',
  'street',
  'postcode',
  'city',
  'country',
  'register_number',
  'category',
  'bank_account_holder',
  'iban',
  'bic',
  'tax_office',
  'tax_number',
  'exemption_purposes',
  'exemption_period',
] as const
type TextField = (typeof textFields)[number]

/** An organization's form: choices are text, '' is none, days are `YYYY-MM-DD` or what was typed. */
export type OrganizationValues = Record<TextField, string> & {
  exemption_kind: string
  exemption_date: string
  exemption_ends_on: string
  status: string
  internal_status: string
  needs_review: boolean
  needs_voting_review: boolean
}

export const newOrganization: OrganizationValues = {
  ...(Object.fromEntries(textFields.map((key) => [key, ''])) as Record<TextField, string>),
  country: 'DE',
  exemption_kind: 'none',
  exemption_date: '',
  exemption_ends_on: '',
  status: '1',
  internal_status: '',
  needs_review: false,
  needs_voting_review: false,
}

export function valuesOf(organization: OrganizationDetail): OrganizationValues {
  return {
    ...(Object.fromEntries(textFields.map((key) => [key, organization[key]])) as Record<TextField, string>),
    iban: groupIban(organization.iban),
    exemption_kind: organization.exemption_kind,
    exemption_date: organization.exemption_date ?? '',
    exemption_ends_on: organization.exemption_ends_on ?? '',
    status: String(organization.status.choice ?? ''),
    internal_status: organization.internal_status?.slug ?? '',
    needs_review: organization.needs_review,
    needs_voting_review: organization.needs_voting_review,
  }
}

/** The wire's form of these fields; only validated values reach this. */
export function bodyOf(values: OrganizationValues, keys: readonly (keyof OrganizationValues)[]) {
  const sent = {
    ...values,
    country: values.country.trim().toUpperCase(),
    bic: values.bic.replace(/\s/g, '').toUpperCase(),
    exemption_kind: values.exemption_kind as ExemptionKind,
    exemption_date: values.exemption_date || null,
    exemption_ends_on: values.exemption_ends_on || null,
    status: Number(values.status) as 1 | 2 | 3,
    internal_status: values.internal_status || null,
  }
  return Object.fromEntries(keys.map((key) => [key, sent[key]])) as Partial<typeof sent>
}

/** Messages by field. The server checks everything again. */
export function validateOrganization(
  values: OrganizationValues,
  t: Translate,
  { isNew = false } = {},
): Partial<Record<keyof OrganizationValues, string>> {
  const errors: Partial<Record<keyof OrganizationValues, string>> = {}
  const email = values.email_contact.trim()
  if (!values.title.trim()) errors.title = t('organizations.title_required')
  if (email ? !isEmail(email) : isNew) errors.email_contact = t('validation.email')
  if (values.website && !isWebsite(values.website.trim())) errors.website = t('validation.url')
  if (values.iban.trim() && !isIban(values.iban)) errors.iban = t('validation.iban')
  if (values.bic.trim() && !isBic(values.bic.replace(/\s/g, '').toUpperCase()))
    errors.bic = t('organizations.bic')
  for (const key of ['exemption_date', 'exemption_ends_on'] as const)
    if (values[key] && !isDay(values[key])) errors[key] = t('validation.day')
  return errors
}
