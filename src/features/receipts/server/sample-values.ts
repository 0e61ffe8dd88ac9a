import type { Day } from '#shared/dates.ts'
import { fundingType } from '#shared/funding-type.ts'
import type { Db } from '#server/db/db.ts'
import type { TemplateKind, TokenValues } from '#features/document-templates/tokens.ts'
import { issuersById } from './gifts-and-issuers.ts'
import { valuesOf } from './token-values.ts'

/** The token values of a project and its organization; those of donor and gift are placeholders that samples ignore. */
export async function projectValues(
  db: Db,
  kind: TemplateKind,
  project: { id: number; title: string; ends_on: Day | null; organization_id: number },
  today: Day,
): Promise<TokenValues> {
  const { organization_id } = project
  const issuer = (await issuersById(db, [organization_id])).get(organization_id)!
  const gift = {
    id: 0,
    slug: '',
    funding_type: fundingType.donation,
    state: 'confirmed',
    amount_cents: 0,
    returned_cents: 0,
    received_on: today,
    receipt: null,
    donor_id: null,
    company_id: null,
    donor: { name: '', street: '', postal_code: '', city: '' },
    project_id: project.id,
    project_title: project.title,
    project_ends_on: project.ends_on,
    organization_id,
  } as const
  return valuesOf(kind, { gifts: [gift], issuer, issueDay: today }).values
}
