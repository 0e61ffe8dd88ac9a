import { type AnswerSubject, appliesToEach, isVerification, longestBankName } from '../answer-codes.ts'
import { AnswerError } from './errors.ts'
import type { BankAnswer, ReportedBatch, ReportedStatus } from './pain002.ts'

/** A payment as it was sent; amounts in cents. */
export type SentPayment = { payout_id: number; end_to_end_id: string; amount_cents: number; iban: string }
/** A file as it was sent: its message id, also used for its single batch, and the debtor account. */
export type SentFile = {
  message_id: string
  payer_iban: string
  control_cents: number
  payments: readonly SentPayment[]
}
/** An answer's statement on one payment. */
export type AnswerResult = ReportedStatus & { payout_id: number; about: AnswerSubject; bank_name: string }

/**
 * The answer's statement on each payment of its file; payments without a statement are missing. A payment's own status
 * wins, then the status of batch or message, then counts that leave one possibility. Throws `AnswerError` when the
 * answer names something that the file does not hold, or repeats it differently than it was sent.
 */
export function resultsOf(answer: BankAnswer, file: SentFile): AnswerResult[] {
  refuseOther(answer, file)
  const about: AnswerSubject = isAboutVerification(answer) ? 'verification' : 'status'
  const byId = new Map(file.payments.map((payment) => [payment.end_to_end_id, payment]))
  const said = new Map<number, ReportedStatus>()
  for (const batch of answer.batches) {
    if (batch.payment_information_id !== file.message_id)
      throw new AnswerError('unknown_batch', undefined, { id: batch.payment_information_id })
    for (const { end_to_end_id, amount_cents, iban, ...own } of batch.payments) {
      const sent = byId.get(end_to_end_id)
      const parameters = { id: end_to_end_id }
      if (!sent) throw new AnswerError('unknown_payment', undefined, parameters)
      if (said.has(sent.payout_id)) throw new AnswerError('payment_twice', undefined, parameters)
      if (amount_cents !== undefined && amount_cents !== sent.amount_cents)
        throw new AnswerError('other_amount', undefined, parameters)
      if (iban !== '' && iban !== sent.iban) throw new AnswerError('other_account', undefined, parameters)
      said.set(sent.payout_id, own)
    }
  }
  const batch = answer.batches[0]
  const ofAll = [batch, answer.group].find((one) => one && appliesToEach(one.status))
  const counted = statusOfOthers(answer, batch, said, file.payments.length)
  const whole = (payout_id: number): ReportedStatus | undefined => {
    const own = said.get(payout_id)
    if (!own) return ofAll ?? counted
    return own.status === '' && ofAll ? { ...own, status: ofAll.status } : own
  }
  return file.payments.flatMap(({ payout_id }) => {
    const { status, reason, words } = whole(payout_id) ?? nothing
    if (status === '') return []
    const isClose = status === 'RVMC'
    // The text next to a close match is the account holder's name, not a reason.
    const bank_name = isClose ? words.slice(0, longestBankName).trim() : ''
    return [{ payout_id, about, status, reason, words: isClose ? '' : words, bank_name }]
  })
}

const nothing: ReportedStatus = { status: '', reason: '', words: '' }

function isAboutVerification({ group, batches }: BankAnswer): boolean {
  const statuses = [
    group.status,
    ...Object.keys(group.counts),
    ...batches.flatMap((batch) => [
      batch.status,
      ...Object.keys(batch.counts),
      ...batch.payments.map(({ status }) => status),
    ]),
  ]
  return statuses.some(isVerification)
}

function refuseOther({ original, batches, payers }: BankAnswer, file: SentFile): void {
  if (original.payments !== undefined && original.payments !== file.payments.length)
    throw new AnswerError('other_count', undefined, { id: file.message_id })
  if (original.control_cents !== undefined && original.control_cents !== file.control_cents)
    throw new AnswerError('other_sum', undefined, { id: file.message_id })
  if (payers.some((iban) => iban !== file.payer_iban))
    throw new AnswerError('other_payer', undefined, { id: file.message_id })
  if (batches.length > 1 && new Set(batches.map((one) => one.payment_information_id)).size < batches.length)
    throw new AnswerError('payment_twice', undefined, { id: file.message_id })
}

/** The status of all unnamed payments, if the bank's counts leave exactly one. */
function statusOfOthers(
  { group }: BankAnswer,
  batch: ReportedBatch | undefined,
  said: ReadonlyMap<number, ReportedStatus>,
  payments: number,
): ReportedStatus | undefined {
  const counts = new Map(
    Object.entries(batch && Object.keys(batch.counts).length > 0 ? batch.counts : group.counts),
  )
  for (const { status } of said.values()) counts.set(status, (counts.get(status) ?? 0) - 1)
  const left = [...counts].filter(([, count]) => count > 0)
  const [only] = left
  if (left.length !== 1 || only![1] !== payments - said.size) return undefined
  return { status: only![0], reason: '', words: '' }
}
