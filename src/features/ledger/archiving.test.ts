import { expect, test } from 'vitest'
import { archiveBlocker, firstBlocker } from './archiving.ts'

const project = { financing: 1, funded_cents: 500, settled_cents: 500, paid_cents: 500 }

test('a project cannot be archived while it collects, holds unsettled money, or has an unpaid payout', () => {
  expect(archiveBlocker(project)).toBeUndefined()
  expect(
    archiveBlocker({ ...project, financing: null, funded_cents: 0, settled_cents: 0, paid_cents: 0 }),
  ).toBeUndefined()
  expect(archiveBlocker({ ...project, financing: 3, paid_cents: 0 })).toBe('still_in_financing')
  expect(archiveBlocker({ ...project, settled_cents: 400, paid_cents: 0 })).toBe('unsettled_funds')
  expect(archiveBlocker({ ...project, paid_cents: 400 })).toBe('open_payouts')
})

test('firstBlocker returns the first of several codes in order', () => {
  expect(firstBlocker(['open_payouts', 'unsettled_funds'])).toBe('unsettled_funds')
  expect(firstBlocker(['open_payouts', 'still_in_financing'])).toBe('still_in_financing')
  expect(firstBlocker([])).toBeUndefined()
})
