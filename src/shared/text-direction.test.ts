import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fill } from './messages.ts'
import { changesDirection, visible } from './text-direction.ts'

const spoof = 'Verein \u202Efdp.exe'

test('direction marks are shown as visible codes, all else is unchanged', () => {
  expect(visible(spoof)).toBe('Verein ⟨U+202E⟩fdp.exe')
  expect(visible('\u2066a\u2069')).toBe('⟨U+2066⟩a⟨U+2069⟩')
  for (const name of ['Straße 5 € “x”', 'جمعية خيرية', 'עמותה', '名前', 'Plzeňský kraj'])
    expect([visible(name), changesDirection(name)]).toEqual([name, false])
})

test('no displayed text changes the direction', () => {
  const text = fc
    .array(fc.constantFrom('a', 'ä', 'ש', '\u202A', '\u202E', '\u2068', '\u2069', '('))
    .map((all) => all.join(''))
  fc.assert(fc.property(text, (name) => !changesDirection(visible(name))))
})

test('a message shows direction marks in its parameters as visible codes', () => {
  expect(fill('Delete: {title}', 'en_US', { title: spoof })).toBe('Delete: Verein ⟨U+202E⟩fdp.exe')
})
