import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBlank, weaknessOf } from './password-rules.ts'
import { commonPasswords } from './server/common-passwords.ts'

const names = ['kvollmer', 'katrin.vollmer@sparkasse.example', 'Katrin', 'Vollmer']
const common = await commonPasswords()

test('the list of common passwords ships with the product and has over 40,000 entries', () => {
  expect(common.size).toBeGreaterThan(40_000)
})

describe('too easy to guess', () => {
  test.each([
    ['password', 'password_common'],
    ['Password', 'password_common'],
    ['PASSWORT1', 'password_common'],
    ['Passwort2026!', 'password_common'],
    ['hallo123', 'password_common'],
    ['12345678', 'password_common'],
    ['qwertzuiop', 'password_common'],
    ['Sommer2026', 'password_common'],
    ['Willkommen1', 'password_common'],
    ['Almoner2026', 'password_common'],
    ['!!Sparkasse!!', 'password_common'],
    ['aaaaaaaaaaaa', 'password_common'],
    ['abababababab', 'password_common'],
    ['23456789', 'password_common'],
    ['zyxwvutsr', 'password_common'],
    ['kvollmer', 'password_like_name'],
    ['KVollmer2026', 'password_like_name'],
    ['katrin.vollmer', 'password_like_name'],
    ['katrin.vollmer@sparkasse.example', 'password_like_name'],
    ['Vollmer-1984', 'password_like_name'],
    ['        ', 'password_blank'],
    ['\u00a0\u2003\u3000\u200b\u2060\t\u00ad\u2800', 'password_blank'],
  ])('%s: %s', (password, weakness) => expect(weaknessOf(password, names, common)).toBe(weakness))
})

test.each(['ein gutes Wort', 'correct horse battery', 'Zq7-vollmer-Tisch', 'a-long-password', 'äöüßäöü7'])(
  '%s will do',
  (password) => expect(weaknessOf(password, names, common)).toBeUndefined(),
)

test('a common password stays common with digits and signs around it', () => {
  const listed = [...common].filter((word) => /^\p{L}{4,}$/u.test(word)).slice(0, 2000)
  const around = fc.string({ unit: fc.constantFrom(...'0123456789!?.-_ '.split('')), maxLength: 6 })
  fc.assert(
    fc.property(fc.constantFrom(...listed), around, around, (word, before, after) => {
      expect(weaknessOf(before + word.toUpperCase() + after, [], common)).toBe('password_common')
    }),
  )
})

test('text of blanks only is blank, with one letter it is not', () => {
  const blanks = fc.string({
    unit: fc.constantFrom(' ', '\t', '\n', '\u00a0', '\u200b', '\u3000', '\ufeff'),
    maxLength: 30,
  })
  fc.assert(fc.property(blanks, (text) => isBlank(text) && !isBlank(`${text}a`)))
})
