import { expect, test } from 'vitest'
import { firstStepsFor, stepsWith } from './first-steps.ts'

const keysFor = (rights: readonly string[]) =>
  firstStepsFor((permission) => rights.includes(permission)).map(({ key }) => key)

test('a person gets at most four first steps, each an accessible page', () => {
  expect(keysFor([])).toEqual(['profile'])
  expect(keysFor(['view_statistics', 'view_payouts'])).toEqual(['profile', 'payouts', 'statistics'])
  expect(firstStepsFor(() => true).map(({ key }) => key)).toEqual(['profile', 'projects', 'tasks', 'payouts'])
})

test('the last step ends the list, and a repeated step counts once', () => {
  const offered = firstStepsFor((permission) => permission === 'view_projects')
  expect(stepsWith([], 'profile', offered)).toEqual(['profile'])
  expect(stepsWith(['profile'], 'profile', offered)).toEqual(['profile'])
  expect(stepsWith(['profile'], 'projects', offered)).toBeNull()
  // A withdrawn right leaves its step behind.
  expect(stepsWith(['payouts', 'profile'], 'projects', offered)).toBeNull()
})
