import { assert, integer, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/runs.ts'
import { fitComb, fitText, inset, leading } from './fit-text.ts'

/** Letters that are half as wide as they are high. */
const measure = (text: string) => Array.from(text).length * 0.5
const box = (width: number, height: number) => ({ width: width + 2 * inset, height })

test('a text that fits gets the largest size', () => {
  expect(fitText('eins', box(100, 12), { from: 7, to: 10 }, measure, false)).toEqual({
    lines: ['eins'],
    points: 10,
    fits: true,
  })
})

test('longer text shrinks by half points, and reports the size at which it does not fit', () => {
  // 25 letters: 12.5 points wide at one point.
  const letters = 'x'.repeat(25)
  expect(fitText(letters, box(12.5 * 8.5, 12), { from: 7, to: 10 }, measure, false)).toMatchObject({
    points: 8.5,
    fits: true,
  })
  expect(fitText(letters, box(12.5 * 6.9, 12), { from: 7, to: 10 }, measure, false)).toMatchObject({
    points: 7,
    fits: false,
  })
})

test('a multi-line text keeps its lines and wraps between words; a single-line text joins them', () => {
  const size = { from: 8, to: 8 }
  const address = 'Bürgerstiftung Nord\nAm Anger 4'
  expect(fitText(address, box(60, 40), size, measure, true).lines).toEqual([
    'Bürgerstiftung',
    'Nord',
    'Am Anger 4',
  ])
  expect(fitText(address, box(400, 40), size, measure, false).lines).toEqual([
    'Bürgerstiftung Nord, Am Anger 4',
  ])
})

test('text reported to fit lies inside its box, and no text is lost', () => {
  const words = string({ unit: 'grapheme-ascii', maxLength: 80 })
  const holds = (text: string, width: number, height: number) => {
    const { lines, points, fits } = fitText(text, box(width, height), { from: 6, to: 12 }, measure, true)
    expect(lines.join(' ').replace(/\s+/g, ' ').trim()).toBe(text.replace(/\s+/g, ' ').trim())
    expect(points).toBeGreaterThanOrEqual(6)
    if (!fits) return
    for (const line of lines) expect(measure(line) * points).toBeLessThanOrEqual(width + 0.01)
    if (lines.length > 1) expect(lines.length * leading * points).toBeLessThanOrEqual(height)
  }
  assert(property(words, integer({ min: 5, max: 300 }), integer({ min: 6, max: 80 }), holds), {
    numRuns: runs(200),
  })
})

test('a comb takes the largest size at which every character fits its cell, and no more characters than cells', () => {
  const wide = (text: string) => (text === 'W' ? 1 : 0.5)
  expect(fitComb(['a', 'W'], { width: 36, height: 12 }, { from: 7, to: 10 }, wide, 4)).toEqual({
    lines: ['a', 'W'],
    points: 9,
    fits: true,
  })
  expect(fitComb(['W', 'W'], { width: 20, height: 12 }, { from: 7, to: 10 }, wide, 4)).toMatchObject({
    points: 7,
    fits: false,
  })
  expect(
    fitComb(Array.from('abcde'), { width: 90, height: 12 }, { from: 7, to: 10 }, wide, 4),
  ).toBeUndefined()
})
