import { expect, test } from 'vitest'
import { isPhone } from './phone.ts'

test.each([
  '110',
  '030 1234567',
  '030/123 45-67',
  '(030) 1234567',
  '+49 30 1234567',
  '+49 (0)30 1234567',
  '0049 30 1234567',
  '0731.12345',
  '+43 1 58858–0',
  '030 1234 Durchwahl 12',
  '030 1234 ext. 12',
])('%s is a telephone number', (text) => expect(isPhone(text)).toBe(true))

test.each(['', '12', 'keins', 'post@verein.example', '030 / abends', '+', '++49 30 1234', '1'.repeat(18)])(
  '%j is no telephone number',
  (text) => expect(isPhone(text)).toBe(false),
)
