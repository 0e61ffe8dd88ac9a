import { expect, test } from 'vitest'
import { pageNumbers } from './Pager.tsx'

test('the pager shows first, last and neighbouring pages with gaps between', () => {
  const gap = undefined
  expect(pageNumbers(1, 3)).toEqual([1, 2, 3])
  expect(pageNumbers(1, 9)).toEqual([1, 2, 3, 4, 5, gap, 9])
  expect(pageNumbers(5, 9)).toEqual([1, gap, 4, 5, 6, gap, 9])
  expect(pageNumbers(9, 9)).toEqual([1, gap, 5, 6, 7, 8, 9])
})
