import { maskName } from '#shared/mask-name.ts'
import type { Holder } from '#shared/permissions.ts'
import { seesBankDetails } from '#shared/personal-data.ts'
import type { Locale } from '#shared/messages.ts'
import { pick } from '#server/lists/list-query.ts'
import { text, textOf } from '#server/base/texts.ts'
import { fundingTypes } from '#features/ledger/funding-types.ts'
import type { PayoutRow } from '../contract.ts'
import { shortIban } from '#shared/iban.ts'
import { presentBankAnswer } from './bank-answers.ts'
import type { StoredPayout } from './queries.ts'

const asStored = [
  'slug',
  'number',
  'amount_cents',
  'state',
  'settled_on',
  'paid_on',
  'arrived_on',
  'reference',
  'waiting_acts',
  'version',
] as const

/** A stored payout as the API and the export show it; account holders only for people who may see bank details. */
export function presentPayout(row: StoredPayout, locale: Locale, user: Holder): PayoutRow {
  const isMasked = row.is_holder && !seesBankDetails(user)
  return {
    ...pick(row, asStored),
    project: { slug: row.project_slug, title: row.project_title },
    organization: { slug: row.organization_slug, title: row.organization_title },
    state_display: text(locale, `payouts.state.${row.state}`),
    funding_type: {
      choice: row.funding_type,
      display: textOf(locale, fundingTypes[row.funding_type].text),
    },
    recipient: { name: isMasked ? maskName(row.recipient) : row.recipient, iban: shortIban(row.iban) },
    bank_said: {
      verification: row.verification && presentBankAnswer(row.verification, locale, user),
      status: row.payment_status && presentBankAnswer(row.payment_status, locale, user),
    },
    file: row.file_slug === null ? null : { slug: row.file_slug, message_id: row.message_id! },
  }
}
