import { expect, test } from 'vitest'
import { isUsername, missingToGrant } from './rules.ts'

test.each([
  ['kvollmer', true],
  ['k.vollmer-2', true],
  ['Änne_M', true],
  ['ab', false],
  ['.hidden', false],
  ['katrin@example.org', false],
  ['two words', false],
  ['line\nbreak', false],
  ['x'.repeat(65), false],
])('%j as a user name: %s', (name, allowed) => {
  expect(isUsername(name)).toBe(allowed)
})

test('nobody grants what they lack; superusers lack nothing, changing includes viewing', () => {
  const clerk = { is_superuser: false, permissions: ['change_projects'] }
  expect(missingToGrant(clerk, ['view_projects', 'change_projects'])).toBeUndefined()
  expect(missingToGrant(clerk, ['view_projects', 'delete_projects'])).toBe('delete_projects')
  expect(missingToGrant({ is_superuser: true, permissions: [] }, ['fund_projects'])).toBeUndefined()
})
