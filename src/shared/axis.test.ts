import { expect, test } from 'vitest'
import { axisFor, stackFor } from './axis.ts'

test('the axis of days uses whole days as steps, that of cents whole euros', () => {
  expect(axisFor([3], 1).ticks).toEqual([0, 1, 2, 3])
  expect(axisFor([9], 1)).toEqual({ ticks: [0, 5, 10], from: 0, to: 10 })
  expect(axisFor([0], 100).ticks).toEqual([0, 100])
  expect(axisFor([125_000, -20_000], 100)).toEqual({
    ticks: [-50_000, 0, 50_000, 100_000, 150_000],
    from: -50_000,
    to: 150_000,
  })
})

test('negative parts are drawn below the zero line, positive ones above', () => {
  expect(stackFor([10, -4, 5, -1])).toEqual([
    { from: 0, to: 10 },
    { from: -4, to: 0 },
    { from: 10, to: 15 },
    { from: -5, to: -4 },
  ])
})
