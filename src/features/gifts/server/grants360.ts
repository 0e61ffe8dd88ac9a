import { slugify } from '#server/db/free-slug.ts'
import type { StoredGift } from './queries.ts'

/** A public register number in org-id.guide form: `GB-CHC-1015648`. */
const publicNumber = /^[A-Z]{2,3}-[A-Z0-9_]+-\S+$/

/** `publisher`: our registered 360Giving prefix, put before every internal id. */
type GrantOptions = { seesAddress: boolean; anonymous: string; publisher: string }

/** The standing part of a gift as a grant of the 360Giving standard (standard.threesixtygiving.org). */
export function grantOf(gift: StoredGift, { seesAddress, anonymous, publisher }: GrantOptions) {
  const { starts_on, ends_on, register_number } = gift
  const isPublic = seesAddress && publicNumber.test(register_number)
  return {
    id: `${publisher}-${gift.slug}`,
    title: gift.project_title,
    description: gift.project_description || gift.project_title,
    currency: 'EUR',
    amountAwarded: (gift.amount_cents - gift.returned_cents) / 100,
    awardDate: gift.received_on,
    ...((starts_on || ends_on) && {
      plannedDates: [{ ...(starts_on && { startDate: starts_on }), ...(ends_on && { endDate: ends_on }) }],
    }),
    recipientOrganization: [
      {
        id: isPublic ? register_number : `${publisher}-org-${gift.organization_slug}`,
        name: gift.organization_title,
        ...(seesAddress && {
          ...(register_number && !isPublic && { charityNumber: register_number }),
          ...(gift.street && { streetAddress: gift.street }),
          ...(gift.postcode && { postalCode: gift.postcode }),
          ...(gift.city && { addressLocality: gift.city }),
        }),
      },
    ],
    fundingOrganization: [funderOf(gift, { anonymous, publisher })],
    dateModified: gift.created_at.toISOString(),
  }
}

/** Companies get an internal id and funders from an import their name; private donors are never named. */
function funderOf(
  { company_slug, company_title, source, note }: StoredGift,
  { anonymous, publisher }: Omit<GrantOptions, 'seesAddress'>,
) {
  if (company_slug) return { id: `${publisher}-company-${company_slug}`, name: company_title! }
  const name = source === 'import' ? note : ''
  return name ? { id: `${publisher}-funder-${slugify(name)}`, name } : { id: publisher, name: anonymous }
}
