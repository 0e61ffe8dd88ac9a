import { expect, test } from 'vitest'
import { maskName } from './mask-name.ts'

test('a masked name tells its first letters, however long it is', () => {
  expect([maskName('Anna  Weber'), maskName('Özil'), maskName('')]).toEqual(['A•••• W••••', 'Ö••••', ''])
})
