import { expect, test } from 'vitest'
import { languageOf } from './raise.ts'

test('a raised task uses the language most of its assignees read; on a tie, the first one’s', () => {
  const people = (...languages: ('en_US' | 'du_DE' | 'sie_DE')[]) =>
    languages.map((language, id) => ({ id, language }))
  expect(languageOf([])).toBe('en_US')
  expect(languageOf(people('du_DE'))).toBe('du_DE')
  expect(languageOf(people('en_US', 'sie_DE', 'sie_DE'))).toBe('sie_DE')
  expect(languageOf(people('sie_DE', 'en_US'))).toBe('sie_DE')
  expect(languageOf(people('du_DE', 'en_US', 'en_US', 'du_DE'))).toBe('du_DE')
})
