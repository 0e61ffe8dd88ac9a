import { describe, expect, test } from 'vitest'
import { shown } from '#test/labels.ts'
import { statusLabel } from './statuses.ts'

describe('the choices of a status (project and organization)', () => {
  test.each([
    [1, 'In progress warning'],
    [2, 'Complete success'],
    [3, 'Archived default'],
    [null, '-'],
    [0, '-'],
    [4, '-'],
  ])('%s shows %s', (choice, label) => expect(shown(statusLabel(choice))).toBe(label))
})
