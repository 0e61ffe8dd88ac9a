import { sql } from 'kysely'
import type { Locale } from '#shared/messages.ts'
import type { Db } from '#server/db/db.ts'
import { text, textOf } from '#server/base/texts.ts'
import { type FundingType, fundingTypes } from '#features/ledger/funding-types.ts'
import { isBic, isIban, isSepaIban, normalIban } from '#shared/bank-details.ts'
import { recordStatus } from '#shared/statuses.ts'
import { isToDo, type LeftOutCode, type PayoutState } from '../rules.ts'
import { bankText, cut, isReadable, type Replacement } from '../sepa/characters.ts'
import { largestAmount, type Payment } from '../sepa/pain.ts'
import { longestName, remittanceOf } from '../sepa/remittance.ts'
import { payeeTargets, recipientColumns, recipientTables } from './queries.ts'

/** A payout with everything that decides whether and how it is sent to the bank. */
export type Payable = {
  id: number
  slug: string
  number: string
  state: PayoutState
  amount_cents: number
  funding_type: FundingType
  project_title: string
  project_slug: string
  is_banned: boolean
  organization_slug: string
  organization_status: number
  has_own_account: boolean
  recipient: string
  iban: string
  bic: string
  /** A change of its recipient or bank details waits for a second person. */
  details_waiting: boolean
}

/** Payouts by id, with their recipients' current details. */
export async function payablesOf(db: Db, ids: readonly number[]): Promise<Payable[]> {
  const { rows } = await sql<Payable>`
    select payouts.id, payouts.slug, payouts.number, payouts.state, payouts.amount_cents, payouts.funding_type,
      payouts.project_title, projects.slug as project_slug, projects.is_banned,
      organization.slug as organization_slug, organization.status as organization_status,
      account.id is not null as has_own_account, ${recipientColumns},
      case when account.id is not null then '' else organization.bic end as bic,
      exists (select from approvals where state = 'waiting' and act = 'bank_details'
        and targets && ${payeeTargets}
      ) as details_waiting
    from payouts ${recipientTables}
    where payouts.id = any(${ids}::bigint[]) order by payouts.id`.execute(db)
  return rows
}

/** A payment as sent to the bank, with the characters that were replaced in its text. */
export type PreparedPayment = Payment & { payout: Payable; replaced: Replacement[]; again: boolean }
/** A payout that is left out, with the reason and the page where it can be fixed. */
export type LeftOut = { payout: Payable; code: LeftOutCode; link: string }

/** Splits payouts into payments and left-out ones; `again` may be included although another file holds it. */
export function preparePayments(
  payables: readonly Payable[],
  again: string | undefined,
  locale: Locale,
): { payments: PreparedPayment[]; left_out: LeftOut[] } {
  const payments: PreparedPayment[] = []
  const left_out: LeftOut[] = []
  for (const payout of payables) {
    const code = reasonAgainst(payout, payout.slug === again)
    if (code) left_out.push({ payout, code, link: linkOf(payout, code) })
    else payments.push(paymentOf(payout, locale))
  }
  return { payments, left_out }
}

function reasonAgainst(payout: Payable, isAgain: boolean): LeftOutCode | undefined {
  if (!isToDo(payout.state)) return 'not_open'
  if (payout.state === 'exported' && !isAgain) return 'already_exported'
  if (payout.is_banned) return 'project_banned'
  if (payout.organization_status === recordStatus.archived) return 'organization_archived'
  if (payout.iban.trim() === '') return 'no_iban'
  if (!isIban(payout.iban)) return 'invalid_iban'
  if (!isSepaIban(payout.iban)) return 'outside_sepa'
  const { text, lost } = bankText(payout.recipient)
  if (lost.length > 0 || !isReadable(text)) return 'unreadable_name'
  if (payout.amount_cents > largestAmount) return 'amount_too_large'
  return payout.details_waiting ? 'details_waiting' : undefined
}

function linkOf(payout: Payable, code: LeftOutCode): string {
  if (code === 'project_banned') return `/site-admin/project/${payout.project_slug}/update/`
  if (code === 'not_open' || code === 'already_exported')
    return `/site-admin/payouts/?search=${encodeURIComponent(payout.number)}`
  if (code === 'details_waiting') return '/site-admin/approvals/?view=all'
  return payout.has_own_account && code !== 'organization_archived'
    ? '/site-admin/settings/bank-accounts/'
    : `/site-admin/organization/${payout.organization_slug}/update/`
}

function paymentOf(payout: Payable, locale: Locale): PreparedPayment {
  const name = bankText(payout.recipient)
  const { text: remittance, replaced } = remittanceOf({
    number: payout.number,
    title: payout.project_title,
    purpose: textOf(locale, fundingTypes[payout.funding_type].text),
  })
  const bic = payout.bic.replaceAll(/\s/g, '').toUpperCase()
  return {
    payout,
    end_to_end_id: payout.number,
    amount_cents: payout.amount_cents,
    recipient: {
      name: cut(name.text, longestName),
      iban: normalIban(payout.iban),
      bic: isBic(bic) ? bic : '',
    },
    remittance,
    replaced: [...name.replaced, ...replaced],
    again: payout.state === 'exported',
  }
}

/** The sum of payments in cents. */
export const controlSum = (payments: readonly { amount_cents: number }[]) =>
  payments.reduce((sum, payment) => sum + payment.amount_cents, 0)

/** The left-out payouts with texts in the caller's language. */
export const presentLeftOut = (left_out: readonly LeftOut[], locale: Locale) =>
  left_out.map(({ payout, code, link }) => ({
    slug: payout.slug,
    number: payout.number,
    project: payout.project_title,
    amount_cents: payout.amount_cents,
    code,
    text: text(locale, `payouts.left_out.${code}`),
    link,
  }))
