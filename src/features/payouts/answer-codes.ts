import type { Tone } from '#shared/labels.ts'

/** What an answer of the bank is about: whether name and account belong together, or what became of the payment. */
export const answerSubjects = ['verification', 'status'] as const
export type AnswerSubject = (typeof answerSubjects)[number]

/** Results of the verification of payee: match, close match, no match, not possible, not yet known. */
export const verifications = ['RCVC', 'RVMC', 'RVNM', 'RVNA', 'PDNG'] as const

/** What banks say of a payment (ISO 20022, ExternalPaymentTransactionStatus), as far as it has words of its own here. */
export const paymentStatuses = [
  'RCVD',
  'PDNG',
  'PATC',
  'ACTC',
  'ACCP',
  'ACFC',
  'ACWC',
  'ACWP',
  'ACSP',
  'ACSC',
  'ACCC',
  'CANC',
  'BLCK',
  'RJCT',
] as const

/** Reasons that have words of their own here (ISO 20022, ExternalStatusReason); others are shown by their code. */
export const answerReasons = [
  'AB11',
  'AC01',
  'AC04',
  'AC06',
  'AC13',
  'AG01',
  'AG03',
  'AM01',
  'AM02',
  'AM04',
  'AM05',
  'AM10',
  'AM18',
  'BE01',
  'CH03',
  'CH04',
  'CNOR',
  'CUST',
  'DNOR',
  'DS02',
  'DT01',
  'DU01',
  'DUPL',
  'FF01',
  'MS02',
  'MS03',
  'NARR',
  'RC01',
  'RR04',
  'TM01',
] as const

/** As long as the name of an account holder is at banks. */
export const longestBankName = 140

const said: readonly string[] = verifications

/** Codes that tell an answer about a verification from one about execution; `PDNG` may be either. */
export const tellsVerification = (status: string) =>
  status === 'RVCM' || (status !== 'PDNG' && said.includes(status))

/** A status that says of a whole batch what holds for each of its payments; `PART` and `RVCM` say that they differ. */
export const holdsForEach = (status: string) => status !== '' && status !== 'PART' && status !== 'RVCM'

/** Whether a bank refused to execute a payment. */
export const isRefused = (status: string) => status === 'RJCT' || status === 'CANC'

/** The reason in words and with its code, then the bank's own words; what is empty is left out. */
export function detailsOf(said: { reason: string; reason_display: string; words: string }): string[] {
  const { reason, reason_display, words } = said
  return [[reason_display, reason && `(${reason})`].filter(Boolean).join(' '), words].filter(Boolean)
}

/** How a status is coloured. */
export function toneOfAnswer(status: string): Tone {
  if (['RCVC', 'ACSC', 'ACCC'].includes(status)) return 'success'
  if (isRefused(status) || status === 'RVNM') return 'danger'
  if (['RVMC', 'RVNA', 'BLCK'].includes(status)) return 'warning'
  return 'info'
}
