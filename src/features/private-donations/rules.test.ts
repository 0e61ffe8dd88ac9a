import { expect, test } from 'vitest'
import { maskIban, maskName } from './rules.ts'

test('a masked name tells its first letters, however long it is', () => {
  expect([maskName('Anna  Weber'), maskName('Özil'), maskName('')]).toEqual(['A•••• W••••', 'Ö••••', ''])
})

test('a masked IBAN tells its country and last four signs', () => {
  expect([maskIban('DE89 3704 0044 0532 0130 00'), maskIban('')]).toEqual(['DE•• •••• 3000', ''])
})
