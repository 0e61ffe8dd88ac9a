import { expect, test } from 'vitest'
import { shareEvenly } from './share-evenly.ts'

const parts = (held: number[], free: number) =>
  held.map((count, place) => count + shareEvenly(held, free).filter((one) => one === place).length)

test('shares differ by at most one, and the remainder goes round in order', () => {
  expect(shareEvenly([0, 0, 0], 7)).toEqual([0, 1, 2, 0, 1, 2, 0])
  expect(parts([0, 0, 0], 7)).toEqual([3, 2, 2])
})

test('projects a person already has count towards the share, and nobody above it loses any', () => {
  expect(parts([4, 0, 1], 4)).toEqual([4, 3, 2])
  expect(parts([9, 0, 0], 3)).toEqual([9, 2, 1])
  expect(parts([2, 2], 0)).toEqual([2, 2])
})

test('one person gets all of them', () => expect(parts([3], 5)).toEqual([8]))
