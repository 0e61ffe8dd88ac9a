import { expect, test } from 'vitest'
import { maskName } from './mask-name.ts'

test('a masked name shows only its first letters, whatever its length', () => {
  expect([maskName('Anna  Weber'), maskName('Özil'), maskName('')]).toEqual(['A•••• W••••', 'Ö••••', ''])
})
