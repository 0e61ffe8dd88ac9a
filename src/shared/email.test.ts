import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/runs.ts'
import { emailKey, isEmail, normalEmail } from './email.ts'

test.each([
  'ada@verein.example',
  'ada+spende@verein.example',
  'a&b@verein.example',
  "o'neill@verein.example",
  'vor.nach_name-2@mail.verein.example',
  'post@müller.example',
  'post@xn--mller-kva.example',
  'post@straße.example',
  'kontakt@παράδειγμα.ελ',
  'a@b.museum',
  `${'a'.repeat(64)}@verein.example`,
])('accepts %s', (address) => expect(isEmail(address)).toBe(true))

test.each([
  '',
  'verein.example',
  'ada@@verein.example',
  'ada@verein@verein.example',
  'ada@verein',
  'ada@.example',
  'ada@verein..example',
  'ada@-verein.example',
  'ada@verein-.example',
  'ada@127.0.0.1',
  'ada@[127.0.0.1]',
  '.ada@verein.example',
  'ada.@verein.example',
  'a..b@verein.example',
  'ada byron@verein.example',
  'ada@ver ein.example',
  'ada@verein.example,post@verein.example',
  'Ada <ada@verein.example>',
  'jürgen@verein.example',
  'ada@verein.example\r\nBcc: x@y.example',
  'ada@verein.example/pfad',
  'ada@verein.example:25',
  `${'a'.repeat(65)}@verein.example`,
  `ada@${'a'.repeat(64)}.example`,
  `ada@${'abcdefghi.'.repeat(25)}example`,
])('refuses %s', (address) => expect(isEmail(address)).toBe(false))

test('an address is stored with a lower-case domain; its Unicode and punycode forms count as equal', () => {
  expect(normalEmail('  Ada.Byron@VEREIN.Example ')).toBe('Ada.Byron@verein.example')
  expect(normalEmail('post@MÜLLER.example')).toBe('post@müller.example')
  expect(emailKey('Post@MÜLLER.example')).toBe(emailKey('post@xn--mller-kva.example'))
  expect(emailKey('a@müller.example')).not.toBe(emailKey('a@mueller.example'))
})

const word = fc.stringMatching(/^[a-z0-9]{1,12}$/)
const part = fc.stringMatching(/^[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,12}$/)
const address = fc
  .tuple(fc.array(part, { minLength: 1, maxLength: 3 }), word, fc.stringMatching(/^[a-z]{2,8}$/))
  .map(([before, name, top]) => `${before.join('.')}@${name}.${top}`)

test('every address of plain parts is accepted, also in capitals, and its stored form is stable', () => {
  fc.assert(
    fc.property(address, (one) => {
      for (const text of [one, one.toUpperCase(), ` ${one} `]) {
        expect([text, isEmail(text)]).toEqual([text, true])
        const kept = normalEmail(text)
        expect(isEmail(kept)).toBe(true)
        expect(normalEmail(kept)).toBe(kept)
        expect(emailKey(text)).toBe(emailKey(one))
      }
    }),
    { numRuns: runs(300) },
  )
})

test('no text makes it throw, and an accepted one has one @, no blank and no line end', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const accepted = isEmail(text)
      if (accepted) expect(text.trim()).toMatch(/^[^@\s]+@[^@\s]+$/)
      emailKey(text)
      expect(isEmail(`${text}@a@b.example`)).toBe(false)
    }),
    { numRuns: runs(500) },
  )
})
