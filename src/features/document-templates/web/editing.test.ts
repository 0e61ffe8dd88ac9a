import { expect, test } from 'vitest'
import { sampleOf } from '../tokens.ts'
import type { Mapping } from '../places.ts'
import {
  moveByArrow,
  updateSpot,
  placeToken,
  sampleIn,
  spotsOf,
  tokenOf,
  clampToPage,
  removeToken,
  withToken,
} from './editing.ts'

const page = { x: 0, y: 0, width: 595.28, height: 841.89 }
const empty: Mapping = { fields: [], placed: [] }
const field = (name: string, x: number, y: number, type: 'text' | 'lines' | 'checkbox' = 'text') => ({
  name,
  type,
  max_length: null,
  places: [{ page: 1, x, y, width: 100, height: 20 }],
})
const token = (key: string) => tokenOf('donation_receipt', key)!

test('places are ordered top to bottom, then left to right, for fields and placed tokens alike', () => {
  const [mapping] = placeToken(empty, token('number'), 1, { x: 10, y: 300, width: 50, height: 20 })
  const spots = spotsOf(mapping, [field('right', 200, 301), field('low', 10, 100), field('top', 10, 700)])
  expect(spots.map(({ key }) => key)).toEqual(['top', 'p1', 'right', 'low'])
})

test('arrow keys move a box by one point, with Shift by ten, and with Alt resize it at the lower right', () => {
  const box = { x: 100, y: 100, width: 50, height: 20 }
  const press = (key: string, more = {}) => moveByArrow(box, { key, shiftKey: false, altKey: false, ...more })
  expect(press('ArrowLeft')).toEqual({ ...box, x: 99 })
  expect(press('ArrowUp', { shiftKey: true })).toEqual({ ...box, y: 110 })
  expect(press('ArrowRight', { altKey: true })).toEqual({ ...box, width: 51 })
  expect(press('ArrowDown', { altKey: true, shiftKey: true })).toEqual({ ...box, y: 90, height: 30 })
  expect(press('a')).toBeUndefined()
})

test('a box stays inside its page', () => {
  expect(clampToPage({ x: 590, y: -5, width: 50, height: 2 }, page)).toEqual({
    x: 545,
    y: 0,
    width: 50,
    height: 6,
  })
})

test('a field given another token takes a suitable format and keeps its size', () => {
  const donor = field('donor', 0, 0, 'lines')
  const size = { from: 8, to: 8 }
  const first = updateSpot(withToken(empty, donor, token('donor')), { kind: 'field', key: 'donor' }, { size })
  expect(first.fields).toEqual([{ field: 'donor', token: 'donor', format: 'lines', size }])
  expect(withToken(first, donor, token('amount')).fields).toEqual([
    { field: 'donor', token: 'amount', format: 'eur_de', size },
  ])
  expect(withToken(first, donor, undefined).fields).toEqual([])
  expect(removeToken(first, { kind: 'field', key: 'donor' })).toEqual(empty)
})

test('placed tokens get ids that are not in use', () => {
  const box = { x: 0, y: 0, width: 10, height: 10 }
  const [one] = placeToken(empty, token('number'), 1, box)
  const [two] = placeToken(one, token('period'), 1, box)
  const [again, chosen] = placeToken(removeToken(two, { kind: 'placed', key: 'p1' }), token('issuer'), 1, box)
  expect(again.placed.map(({ id }) => id)).toEqual(['p2', 'p3'])
  expect(chosen).toEqual({ kind: 'placed', key: 'p3' })
})

test('the sample reports the size at which it fits, or that it does not fit', () => {
  const letters = Object.fromEntries(Array.from('abcdefghijklmnopqrstuvwxyzäöüE ').map((one) => [one, 0.5]))
  const spot = (width: number) => ({
    token: 'amount_words',
    format: 'words_de' as const,
    size: { from: 7, to: 10 },
    box: { x: 0, y: 0, width, height: 20 },
  })
  // "vierzig Euro" has twelve letters.
  expect(sampleIn(spot(64), { letters, values: sampleOf('donation_receipt') })).toMatchObject({
    text: 'vierzig Euro',
    points: 10,
    fits: true,
  })
  expect(sampleIn(spot(55), { letters, values: sampleOf('donation_receipt') })).toMatchObject({
    points: 8.5,
    fits: true,
  })
  expect(sampleIn(spot(40), { letters, values: sampleOf('donation_receipt') })).toMatchObject({
    points: 7,
    fits: false,
  })
})
