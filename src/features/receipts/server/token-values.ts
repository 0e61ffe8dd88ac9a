import { type Day, showDay } from '#shared/dates.ts'
import type { Content } from '#features/document-templates/render/built-in-layout.ts'
import { formatEuro } from '#shared/money.ts'
import { certifiable, isSmallGift, periodOf } from '../rules.ts'
import { wording } from '#features/document-templates/render/wording.ts'
import type { TemplateKind, TokenValues } from '#features/document-templates/tokens.ts'
import type { Gift, KnownIssuer } from './gifts-and-issuers.ts'

const proofNames = {
  notice: 'Freistellungsbescheid',
  art60a: 'Feststellung nach § 60a AO',
  public_body: 'Körperschaft des öffentlichen Rechts',
  none: '',
}

/** The values of all tokens of a document about gifts of one issuer (document-templates/tokens.ts). */
export function valuesOf(
  kind: TemplateKind,
  {
    gifts,
    issuer,
    issueDay,
    number = '',
    announced = '',
  }: {
    gifts: readonly Gift[]
    issuer: KnownIssuer
    issueDay: Day
    number?: string
    /** Statement of a machine-made receipt. */
    announced?: string
  },
): Content {
  const [first] = gifts
  const amount = gifts.reduce((sum, gift) => sum + certifiable(gift), 0)
  const period = periodOf(gifts, issueDay)
  const { name, street, postal_code, city } = first!.donor
  const values: TokenValues = {
    issuer: `${issuer.title}\n${issuer.street}\n${issuer.postcode} ${issuer.city}`,
    issuer_name: issuer.title,
    issuer_city: issuer.city,
    issue_day: issueDay,
    donor:
      kind === 'funding_agreement' || kind === 'profit_savings'
        ? ''
        : `${name}\n${street}\n${postal_code} ${city}`,
    donor_name: name,
    amount,
    amount_words: amount,
    proof_kind: proofNames[issuer.kind],
    purposes: issuer.purposes,
    tax_office: issuer.tax_office,
    tax_number: issuer.tax_number,
    notice_day: issuer.is_public_body ? '' : (issuer.notice_day ?? ''),
    period: issuer.period ?? '',
    is_notice: issuer.kind === 'notice',
    is_art60a: issuer.kind === 'art60a',
    number,
    signature: '',
    announced,
    photo: '',
    gift_day: first!.received_on,
    waiver: false,
    no_waiver: true,
    project: first!.project_title,
    project_ends_on: first!.project_ends_on ?? '',
    period_from: period.from,
    period_until: period.until,
    gifts: String(gifts.length),
    year: first!.received_on.slice(0, 4),
    slip: kind === 'thank_you' && isSmallGift(first!, issuer, issueDay) ? slipFor(first!, issuer) : '',
  }
  if (kind !== 'collective_receipt') return { values }
  const annex = gifts.map((gift) => ({
    day: gift.received_on,
    amount_cents: certifiable(gift),
    waiver: false,
  }))
  return { values, annex }
}

/** The organization's confirmation of a small gift, which the donor keeps with the bank's booking. */
function slipFor(gift: Gift, issuer: KnownIssuer): string {
  const purposes = issuer.purposes.replaceAll('\n', ' ')
  const told = {
    purposes,
    office: issuer.tax_office,
    number: issuer.tax_number,
    day: issuer.notice_day === null ? '' : showDay(issuer.notice_day),
    period: issuer.period ?? '',
  }
  return wording.slip({
    issuer: [issuer.title, issuer.street, `${issuer.postcode} ${issuer.city}`].join(', '),
    gift: `${formatEuro(certifiable(gift), 'sie_DE')} am ${showDay(gift.received_on)}`,
    proof:
      issuer.kind === 'notice' ? wording.notice(told) : issuer.kind === 'art60a' ? wording.art60a(told) : '',
    use: wording.use(purposes),
  })
}
