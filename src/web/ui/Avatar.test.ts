import { expect, test } from 'vitest'
import { initialsOf } from './Avatar.tsx'

test.each([
  ['Lena Meier', 'LM'],
  ['Lena Meier (lena)', 'LM'],
  ['Lena (lena)', 'L'],
  ['(lena)', 'L'],
  ['lena', 'L'],
  ['Anna Maria von Ahlen (ava)', 'AA'],
  ['Dr. 7 Übel', 'DÜ'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
