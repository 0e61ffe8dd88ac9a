import { expect, test } from 'vitest'
import { shown } from '#test/labels.ts'
import { proofLabels, proofName } from './proof.ts'

test('the proof label is expired or valid according to is_notice_of_exemption_expired', () => {
  expect(shown(proofLabels[proofName({ is_notice_of_exemption_expired: true })])).toBe('Expired danger')
  expect(shown(proofLabels[proofName({ is_notice_of_exemption_expired: false })])).toBe('Valid success')
})
