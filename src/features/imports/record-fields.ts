import { isBic, isIban, normalIban } from '#shared/bank-details.ts'
import { readReviews, type WrittenReviews } from '#features/reviews/reviews-as-text.ts'
import { organizationRecord } from '#features/organizations/fields.ts'
import { projectRecord } from '#features/projects/fields.ts'
import { importRights } from '#shared/records/define-record.ts'
import type { Permission } from '#shared/permissions.ts'
import { readNeeds, type WrittenNeed } from '#features/projects/needs-text.ts'
import type { ImportField } from './columns/fields.ts'

/** Fields with protected data, and the right required to import them. */
export const fieldRights: Readonly<Partial<Record<ImportField, Permission>>> = {
  ...importRights(organizationRecord),
  ...importRights(projectRecord),
  organization_reviews: 'change_organizations',
  project_reviews: 'change_projects',
}

/** Bank details of an organization, by database column. */
export type WrittenBank = { bank_account_holder?: string; iban?: string; bic?: string }

type Field =
  | 'organization_bank_account_holder'
  | 'organization_iban'
  | 'organization_bic'
  | 'organization_reviews'
  | 'project_needs'
  | 'project_reviews'
type ReadField = (field: Field) => string | undefined
type Refuse = (field: Field, code: RecordRefusal) => undefined

export const recordRefusals = [
  'iban_invalid',
  'bic_invalid',
  'reviews_invalid',
  'needs_invalid',
  'needs_contradict',
] as const
type RecordRefusal = (typeof recordRefusals)[number]

export function readBank(text: ReadField, refuse: Refuse): WrittenBank | undefined {
  const bank_account_holder = text('organization_bank_account_holder')
  const [iban, bic] = [text('organization_iban'), text('organization_bic')]
  if (iban && !isIban(iban)) return refuse('organization_iban', 'iban_invalid')
  if (bic && !isBic(bic)) return refuse('organization_bic', 'bic_invalid')
  if (!bank_account_holder && !iban && !bic) return undefined
  return {
    ...(bank_account_holder && { bank_account_holder }),
    ...(iban && { iban: normalIban(iban) }),
    ...(bic && { bic }),
  }
}

export function readDecisions(
  field: 'organization_reviews' | 'project_reviews',
  text: ReadField,
  refuse: Refuse,
): WrittenReviews | undefined {
  const said = text(field)
  if (said === undefined) return undefined
  const subject = field === 'project_reviews' ? 'project' : 'organization'
  return readReviews(subject, said) ?? refuse(field, 'reviews_invalid')
}

export function readSingleNeeds(text: ReadField, refuse: Refuse): WrittenNeed[] | undefined {
  const said = text('project_needs')
  return said === undefined ? undefined : (readNeeds(said) ?? refuse('project_needs', 'needs_invalid'))
}

export const sumOfNeeds = (needs: readonly WrittenNeed[] | undefined) =>
  needs?.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
