import { addDays, type Day, showDay } from '#shared/dates.ts'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Locale } from '#shared/messages.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid } from '#server/base/errors.ts'
import { refuseOtherStates } from '#features/ledger/server/payouts.ts'
import { groupIban, isBic, isIban, normalIban } from '#shared/bank-details.ts'
import type { PaymentFile, SepaPreview } from '../contract.ts'
import { shortIban } from '#shared/iban.ts'
import type { SepaFormat } from '../rules.ts'
import { nextBankDay } from '../sepa/bank-days.ts'
import { bankText, cut, isReadable } from '../sepa/characters.ts'
import { longestTown, needsAddress, type Party, type Place } from '../sepa/pain.ts'
import { longestName } from '../sepa/remittance.ts'
import { chosenIds, type ChosenPayouts, lockChosenPayouts } from './chosen.ts'
import { createPaymentFile } from './payment-file.ts'
import {
  controlSum,
  type LeftOut,
  payablesOf,
  type PreparedPayment,
  preparePayments,
  presentLeftOut,
} from './payments.ts'

type Reader = { locale: Locale; today: Day }

export async function previewFile(
  db: Db,
  chosen: ChosenPayouts & { again_slug?: string | undefined },
  { locale, today }: Reader,
): Promise<SepaPreview> {
  const payables = await payablesOf(db, await chosenIds(db, chosen))
  const { payments, left_out } = preparePayments(payables, chosen.again_slug, locale)
  const replaced = new Map(payments.flatMap((payment) => payment.replaced.map(({ from, to }) => [from, to])))
  const accounts = await db
    .selectFrom('bank_accounts')
    .select(['slug', 'title', 'iban'])
    .orderBy('id')
    .execute()
  return {
    payments: payments.map(({ payout, recipient, amount_cents, remittance, again }) => ({
      slug: payout.slug,
      number: payout.number,
      recipient: recipient.name,
      iban: groupIban(recipient.iban),
      amount_cents,
      remittance,
      again,
    })),
    control_sum_cents: controlSum(payments),
    replaced: [...replaced].map(([from, to]) => ({ from, to })),
    left_out: presentLeftOut(left_out, locale),
    left_out_cents: controlSum(left_out.map(({ payout }) => payout)),
    next_bank_day: nextBankDay(today),
    accounts: accounts.map(({ slug, title, iban }) => ({
      slug,
      title,
      iban: shortIban(iban),
      is_ready: isIban(iban),
    })),
  }
}

type FileRequest = ChosenPayouts & {
  format: SepaFormat
  execute_on: Day
  bank_account: string
  again_reason?: string | undefined
  expected_cents?: number | undefined
}

/**
 * Creates one payment file. Guards: a bank day from today on, and an own account with IBAN and name, plus town and
 * country when an account is outside the EEA (400 at the field); all payouts open or exported (409
 * `payout_not_open`); at most one that another file holds, with a reason (409 `already_exported`); something to pay
 * (409 `nothing_to_export`); the sum that the person saw (409 `control_sum_changed`).
 */
export async function exportFile(
  tx: Db,
  context: AuditContext,
  wanted: FileRequest,
  { locale, today }: Reader,
): Promise<PaymentFile & { exported: string[]; left_out: ReturnType<typeof presentLeftOut> }> {
  refuseDay(wanted.execute_on, today)
  const locked = await lockChosenPayouts(tx, wanted)
  refuseOtherStates(locked, ['open', 'exported'], 'payout_not_open')
  const again_reason = wanted.again_reason ?? ''
  const earlier = locked.filter((payout) => payout.state === 'exported')
  if (earlier.length > (again_reason ? 1 : 0))
    throw conflict('already_exported', {
      blocking: earlier.map(({ slug, number }) => ({ slug, title: number, code: 'already_exported' })),
    })
  const sender = await senderOf(tx, wanted.bank_account)
  const payables = await payablesOf(
    tx,
    locked.map((payout) => payout.id),
  )
  const { payments, left_out } = preparePayments(payables, earlier[0]?.slug, locale)
  if (payments.length === 0) throw conflict('nothing_to_export', { blocking: blockingOf(left_out) })
  if (isPlaceMissing(sender, payments)) throw invalid({ bank_account: 'payouts.sender_without_place' })
  const control_sum_cents = controlSum(payments)
  if (wanted.expected_cents !== undefined && wanted.expected_cents !== control_sum_cents)
    throw conflict('control_sum_changed', { current: { control_sum_cents }, blocking: blockingOf(left_out) })
  const { format, execute_on } = wanted
  const file = await createPaymentFile(tx, context, {
    format,
    execute_on,
    sender,
    payments,
    again_reason,
    locale,
  })
  return {
    ...file,
    exported: payments.map(({ payout }) => payout.slug),
    left_out: presentLeftOut(left_out, locale),
  }
}

const blockingOf = (left_out: readonly LeftOut[]) =>
  left_out.map(({ payout, code }) => ({ slug: payout.slug, title: payout.number, code }))

function refuseDay(day: Day, today: Day): void {
  if (day < today) throw invalid({ execute_on: 'payouts.execute_past' })
  if (day > addDays(today, 366)) throw invalid({ execute_on: 'payouts.execute_far' })
  const next = nextBankDay(day)
  if (next !== day)
    throw invalid({ execute_on: { key: 'payouts.no_bank_day', parameters: { day: showDay(next) } } })
}

/** True when the bank requires the debtor's town and country and one of them is missing or not writable. */
function isPlaceMissing(sender: Party & Place, payments: readonly PreparedPayment[]): boolean {
  const ibans = [sender.iban, ...payments.map(({ recipient }) => recipient.iban)]
  return needsAddress(ibans) && !(isReadable(sender.town) && sender.country)
}

async function senderOf(tx: Db, slug: string) {
  const account = await tx
    .selectFrom('bank_accounts')
    .select(['id', 'title', 'holder', 'iban', 'bic', 'town', 'country'])
    .where('slug', '=', slug)
    .forShare()
    .executeTakeFirst()
  if (!account) throw invalid({ bank_account: 'payouts.no_sender' })
  if (!isIban(account.iban)) throw invalid({ bank_account: 'payouts.sender_without_iban' })
  const { id, title, holder, iban, bic, country } = account
  const { text: name, lost } = bankText(holder || title)
  if (lost.length > 0 || !isReadable(name)) throw invalid({ bank_account: 'payouts.sender_unreadable_name' })
  return {
    id,
    title,
    name: cut(name, longestName),
    iban: normalIban(iban),
    bic: isBic(bic) ? bic : '',
    town: cut(bankText(account.town).text, longestTown),
    country,
  }
}
