import type { Tone } from '#shared/labels.ts'

/** The two subjects of a bank's answer: the verification of payee, and the status of the payment. */
export const answerSubjects = ['verification', 'status'] as const
export type AnswerSubject = (typeof answerSubjects)[number]

/** Results of the verification of payee: match, close match, no match, not possible, not yet known. */
export const verifications = ['RCVC', 'RVMC', 'RVNM', 'RVNA', 'PDNG'] as const

/** Payment statuses that have a text here (ISO 20022, ExternalPaymentTransactionStatus). */
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

/** Reasons that have a text here (ISO 20022, ExternalStatusReason); others are shown by their code. */
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

/** Banks limit the name of an account holder to this length. */
export const longestBankName = 140

const verificationCodes: readonly string[] = verifications

/** True for codes that belong to a verification and not to an execution; `PDNG` may belong to either. */
export const isVerification = (status: string) =>
  status === 'RVCM' || (status !== 'PDNG' && verificationCodes.includes(status))

/** True for a batch status that applies to each of its payments; `PART` and `RVCM` mean that they differ. */
export const appliesToEach = (status: string) => status !== '' && status !== 'PART' && status !== 'RVCM'

/** True when the bank refused to execute the payment. */
export const isRefused = (status: string) => status === 'RJCT' || status === 'CANC'

/** The reason as text and code, then the bank's own words; empty parts are left out. */
export function detailsOf(said: { reason: string; reason_display: string; words: string }): string[] {
  const { reason, reason_display, words } = said
  return [[reason_display, reason && `(${reason})`].filter(Boolean).join(' '), words].filter(Boolean)
}

export function toneOfAnswer(status: string): Tone {
  if (['RCVC', 'ACSC', 'ACCC'].includes(status)) return 'success'
  if (isRefused(status) || status === 'RVNM') return 'danger'
  if (['RVMC', 'RVNA', 'BLCK'].includes(status)) return 'warning'
  return 'info'
}
