import { expect, test } from 'vitest'
import { isUsername, missingToGrant, refusalOfRole } from './rules.ts'

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

test('a person cannot grant a right they lack; superusers lack none, and changing includes viewing', () => {
  const clerk = { is_superuser: false, permissions: ['change_projects'] }
  expect(missingToGrant(clerk, ['view_projects', 'change_projects'])).toBeUndefined()
  expect(missingToGrant(clerk, ['view_projects', 'delete_projects'])).toBe('delete_projects')
  expect(missingToGrant({ is_superuser: true, permissions: [] }, ['fund_projects'])).toBeUndefined()
})

const clerk = { is_superuser: false, permissions: ['change_users'] }
const superuser = { is_superuser: true, permissions: [] }
const staff = { user_type: 'staff', is_superuser: false, lastSuperuser: false } as const
const promoter = { ...staff, user_type: 'promoter' } as const
const one = { ...staff, is_superuser: true } as const
const last = { ...one, lastSuperuser: true } as const

test.each([
  // granting person, account before, after: refusal
  [clerk, staff, promoter, undefined],
  [clerk, promoter, staff, undefined],
  [clerk, staff, one, 'superuser_only'],
  [clerk, one, staff, 'superuser_only'],
  [superuser, staff, one, undefined],
  [superuser, one, staff, undefined],
  [superuser, one, promoter, undefined],
  [superuser, last, staff, 'last_superuser'],
  [superuser, last, promoter, 'last_superuser'],
  [superuser, last, { ...promoter, is_superuser: true }, 'last_superuser'],
  [superuser, one, { ...promoter, is_superuser: true }, 'superuser_is_staff'],
  [superuser, promoter, { ...promoter, is_superuser: true }, 'superuser_is_staff'],
  [superuser, last, last, undefined],
] as const)('%o makes %o to %o: %s', (asking, before, after, refusal) => {
  expect(refusalOfRole(asking, before, after)).toBe(refusal)
})
