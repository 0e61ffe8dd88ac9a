import { expect, test } from 'vitest'
import { maskedIban, shortIban } from './iban.ts'

test('a masked IBAN shows country and last four characters, in lists only these four; an empty one nothing', () => {
  const iban = 'DE89 3704 0044 0532 0130 00'
  expect([maskedIban(iban), maskedIban(iban.replaceAll(' ', '')), maskedIban('')]).toEqual([
    'DE•• •••• •••• 3000',
    'DE•• •••• •••• 3000',
    '',
  ])
  expect([shortIban(iban), shortIban('')]).toEqual(['•• 3000', ''])
})
