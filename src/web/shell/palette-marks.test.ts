import { expect, test } from 'vitest'
import { markedParts, wordsToMark } from './palette-marks.ts'

const marked = (text: string, typed: string, corrected: string[] = []) =>
  markedParts(text, wordsToMark(typed, corrected))
    .map(({ text: part, hit }) => (hit ? `[${part}]` : part))
    .join('')

test.each([
  ['Grundschule Talheim', 'grundschule tal', '[Grundschule] [Tal]heim'],
  ['Straßenfest', 'strasse', '[Straße]nfest'],
  ['Café Müller', 'cafe mueller', '[Café] [Müller]'],
  ['Umgartenung', 'garten', 'Um[garten]ung'],
  ['Garten und Umgartenung', 'garten', '[Garten] und Umgartenung'],
  ['A und O', 'a', 'A und O'],
])('in “%s” the match for “%s” is marked', (text, typed, shown) => {
  expect(marked(text, typed)).toBe(shown)
})

test('a corrected word is marked', () => {
  expect(marked('Neue Kletterwand', 'kleterw', ['kletterwand'])).toBe('Neue [Kletterwand]')
})
