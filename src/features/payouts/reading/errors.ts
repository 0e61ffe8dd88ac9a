/** Reasons to refuse a bank answer as a whole; texts under `payouts.answer_errors.`. */
export const answerErrorCodes = [
  'not_an_answer',
  'unknown_version',
  'broken_answer',
  'missing',
  'too_many',
  'in_future',
  'unknown_message',
  'unknown_batch',
  'unknown_payment',
  'payment_twice',
  'other_amount',
  'other_account',
  'other_payer',
  'other_count',
  'other_sum',
] as const
export type AnswerErrorCode = (typeof answerErrorCodes)[number]

/** The refusal of a bank answer, with its line and the values for its text. */
export class AnswerError extends Error {
  override name = 'AnswerError'
  readonly code: string
  readonly line: number | undefined
  readonly parameters: Record<string, string | number>
  constructor(code: AnswerErrorCode, line?: number, parameters: Record<string, string | number> = {}) {
    super(line === undefined ? code : `${code} at line ${line}`)
    this.code = code
    this.line = line
    this.parameters = parameters
  }
}
