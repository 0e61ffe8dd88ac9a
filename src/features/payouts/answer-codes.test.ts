import { expect, test } from 'vitest'
import { answerReasons, paymentStatuses, verifications } from './answer-codes.ts'
import { answerMessages } from './answer-messages.ts'
import { answerErrorCodes } from './reading/errors.ts'

test('every bank code and every refusal has a text', () => {
  const keys = [
    ...verifications.map((code) => `payouts.bank_said.verification.${code}`),
    ...paymentStatuses.map((code) => `payouts.bank_said.status.${code}`),
    ...answerReasons.map((code) => `payouts.bank_reasons.${code}`),
    ...answerErrorCodes.map((code) => `payouts.answer_errors.${code}`),
  ]
  expect(keys.filter((key) => !(key in answerMessages))).toEqual([])
})
