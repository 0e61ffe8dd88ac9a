import { expect, test } from 'vitest'
import { isAlmost, isSimilarName, plain, wordsIn } from './similar.ts'

test('umlauts match in every transliteration', () => {
  for (const text of ['Bürgerverein', 'BUERGERVEREIN', 'Burgerverein', 'bu\u0308rgerverein'])
    expect(plain(text)).toBe('burgerverein')
  expect(plain('Straßenfest')).toBe(plain('STRASSENFEST'))
  expect(plain('Yılmaz')).toBe('yilmaz')
})

test('typos are tolerated in long words only', () => {
  expect(isAlmost('kletterwand', 'kleterwnd')).toBe(true)
  expect(isAlmost('garten', 'gatren')).toBe(true)
  expect(isAlmost('kita', 'kida')).toBe(false)
  expect(isAlmost('garten', 'garderobe')).toBe(false)
})

test("words are found across the bank's line breaks", () => {
  expect(wordsIn(['schulgarten', 'wetterstation'], 'SPENDE SCHULGAR TEN 180')).toEqual({
    share: 11 / 24,
    letters: 11,
  })
})

test('names of the same people match', () => {
  expect(isSimilarName('Albers, Renate', 'Renate Albers')).toBe(true)
  expect(isSimilarName('JOSEF UND MARIA KERN', 'Maria Kern')).toBe(true)
  expect(isSimilarName('Josef Kern', 'Josef Huber')).toBe(false)
  expect(isSimilarName('', 'Josef Huber')).toBe(false)
})
