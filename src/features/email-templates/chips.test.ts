import fc from 'fast-check'
import { expect, test } from 'vitest'
import { locales } from '#shared/messages.ts'
import { runs } from '#test/runs.ts'
import { type Chip, chipsOfSection, cut, type Cut, linkSource, sourceOf } from './chips.ts'
import { defaultWording } from './defaults.ts'
import { editableKeys, variablesOf } from './templates.ts'

const known = ['title', 'due_date', 'link', 'decision', 'target_type']
const chipsOf = (found: Cut) =>
  'pieces' in found ? found.pieces.filter(({ kind }) => kind !== 'text') : found

test('every default wording is shown as chips and converts back unchanged', () => {
  for (const key of editableKeys)
    for (const language of locales)
      for (const part of ['subject', 'body'] as const) {
        const wording = defaultWording(key, language)[part]
        const found = cut(
          wording,
          variablesOf(key).map((variable) => variable.name),
        )
        expect([key, language, part, 'reason' in found && found]).toEqual([key, language, part, false])
        const { pieces } = found as { pieces: [] }
        expect(sourceOf(pieces)).toBe(wording)
        // The remaining text contains no code.
        for (const text of textsOf(found)) expect(text).not.toMatch(/\{\{|\{%|\}\}|%\}/)
      }
})

/** The texts between chips, checked one by one, because braces on both sides of a chip form no code. */
const textsOf = (found: Cut) =>
  'pieces' in found ? found.pieces.flatMap((one) => (one.kind === 'text' ? one.source : [])) : []

const piece = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '{{ title }}',
    '{{title}}',
    '{{\n due_date\t}}',
    '[Open it]({{ link }})',
    '[]({{link}})',
    '[a](b)',
    '{',
    "{% if due_date != '' %}",
    '{% if due_date == "x" %}',
    '{%endif%}',
    '{% else %}',
    '{% case decision %}',
    "{% when 'approved' %}",
    '{% endcase %}',
    '\r\n',
    '\n',
    '\r',
    '**',
    '}}',
    '%}',
    '[',
    '](',
    ')',
    '\u2028',
    '{{ title | upcase }}',
    '{% assign x = 1 %}',
    '{{',
    '{%',
    '{{-title-}}',
    '{% if title %}',
    '{{ nobody }}',
  ),
)

test('the pieces of any wording join to the same wording, or the code that prevents chips is named', () => {
  let shown = 0
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (given) => {
      const wording = given.join('')
      const found = cut(wording, known)
      if ('reason' in found) {
        expect(found.code).not.toBe('')
        return
      }
      shown++
      expect(sourceOf(found.pieces)).toBe(wording)
      for (const text of textsOf(found)) expect(text).not.toMatch(/\{\{|\{%/)
    }),
    { numRuns: runs(400) },
  )
  expect(shown).toBeGreaterThan(40)
})

test('chips describe the value they insert', () => {
  expect(
    chipsOf(
      cut(
        "{{ title }}{% if due_date != '' %}[Open **it**]({{ link }}){% else %}{% endif %}" +
          `{% case decision %}{% when "approved" %}{% endcase %}{% if target_type == 'project' %}{% endif %}`,
        known,
      ),
    ),
  ).toMatchObject([
    { kind: 'variable', name: 'title' },
    { kind: 'if', name: 'due_date', not: true, value: '' },
    { kind: 'link', name: 'link', words: 'Open **it**' },
    { kind: 'else', name: 'due_date' },
    { kind: 'end', name: 'due_date' },
    { kind: 'case', name: 'decision' },
    { kind: 'when', name: 'decision', value: 'approved' },
    { kind: 'end', name: 'decision' },
    { kind: 'if', name: 'target_type', not: false, value: 'project' },
    { kind: 'end', name: 'target_type' },
  ])
})

test.each([
  ['{{ title | upcase }}', 'computed', '{{ title | upcase }}'],
  ['{{- title -}}', 'computed', '{{- title -}}'],
  ['{{ nobody }}', 'unknown', '{{ nobody }}'],
  ["{% if nobody != '' %}{% endif %}", 'unknown', "{% if nobody != '' %}"],
  ['a {% assign x = title %}', 'tag', '{% assign x = title %}'],
  ['{% if title %}{% endif %}', 'condition', '{% if title %}'],
  ["{% if title != '' and link %}{% endif %}", 'condition', "{% if title != '' and link %}"],
  ["{%- if title != '' %}{% endif %}", 'condition', "{%- if title != '' %}"],
  ["{% if title != '' %}", 'unclosed', 'if'],
  ["{% if title != '' %}{% endcase %}", 'unclosed', '{% endcase %}'],
  ["{% if title != '' %}{% when 'x' %}{% endif %}", 'unclosed', "{% when 'x' %}"],
  ['{% endif %}', 'unclosed', '{% endif %}'],
  ['half {{ title', 'broken', '{{ title'],
])('%s stays code: %s', (wording, reason, code) => {
  expect(cut(wording, known)).toEqual({ reason, code })
})

test('the words of a link cannot end it early', () => {
  expect(cut(linkSource('a](https://evil.example) [b {{ title }}\n', 'link'), known)).toMatchObject({
    pieces: [{ kind: 'link', words: 'a(https://evil.example) b  title ' }],
  })
})

test('the start, end and dividers of a section are removed together; a divider is removed alone', () => {
  const kinds = ['variable', 'if', 'case', 'when', 'end', 'else', 'end'] as const
  const chips = kinds.map((kind): Pick<Chip, 'kind'> => ({ kind }))
  expect(chipsOfSection(chips, 0)).toEqual([0])
  expect(chipsOfSection(chips, 1)).toEqual([1, 5, 6])
  expect(chipsOfSection(chips, 6)).toEqual([1, 5, 6])
  expect(chipsOfSection(chips, 2)).toEqual([2, 3, 4])
  expect(chipsOfSection(chips, 3)).toEqual([3])
})
