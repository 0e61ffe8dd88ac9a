import { expect, test } from 'vitest'
import { firstStepsFor, stepsWith } from './first-steps.ts'

const keysFor = (rights: readonly string[]) =>
  firstStepsFor((permission) => rights.includes(permission)).map(({ key }) => key)

test('a person gets at most four first steps, each a page they may open', () => {
  expect(keysFor([])).toEqual(['profile'])
  expect(keysFor(['view_statistics', 'view_payouts'])).toEqual(['profile', 'payouts', 'statistics'])
  expect(firstStepsFor(() => true).map(({ key }) => key)).toEqual(['profile', 'projects', 'tasks', 'payouts'])
})

test('the last step that is taken ends the list, a step taken twice counts once', () => {
  const offered = firstStepsFor((permission) => permission === 'view_projects')
  expect(stepsWith([], 'profile', offered)).toEqual(['profile'])
  expect(stepsWith(['profile'], 'profile', offered)).toEqual(['profile'])
  expect(stepsWith(['profile'], 'projects', offered)).toBeNull()
  // A right that was withdrawn leaves its step behind.
  expect(stepsWith(['payouts', 'profile'], 'projects', offered)).toBeNull()
})
