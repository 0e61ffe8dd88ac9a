import { expect, test } from 'vitest'
import { maskedIban, shortIban } from './iban.ts'

test('an IBAN is shown by its country and last four signs, in lists by these alone; nothing where there is none', () => {
  const iban = 'DE89 3704 0044 0532 0130 00'
  expect([maskedIban(iban), maskedIban(iban.replaceAll(' ', '')), maskedIban('')]).toEqual([
    'DE•• •••• •••• 3000',
    'DE•• •••• •••• 3000',
    '',
  ])
  expect([shortIban(iban), shortIban('')]).toEqual(['•• 3000', ''])
})
