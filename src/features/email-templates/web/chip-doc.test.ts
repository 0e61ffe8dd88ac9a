import fc from 'fast-check'
import { EditorState, NodeSelection, TextSelection, type Command } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { locales } from '#shared/messages.ts'
import { runs } from '#test/runs.ts'
import type { Chip } from '../chips.ts'
import { defaultWording } from '../defaults.ts'
import { editableKeys, variablesOf } from '../templates.ts'
import {
  deleteChip,
  insertChip,
  moveChip,
  replaceChip,
  selectedChip,
  wrapInSection,
} from './chip-commands.ts'
import { chipOf, chipTyped, docOf, isChip, sliceOf, variableChip, wordingOf } from './chip-doc.ts'

const known = ['title', 'due_date', 'link']

test('every wording of the product survives the editor byte for byte', () => {
  for (const key of editableKeys)
    for (const language of locales)
      for (const part of ['subject', 'body'] as const) {
        const wording = defaultWording(key, language)[part]
        const names = variablesOf(key).map(({ name }) => name)
        expect(wordingOf(docOf(wording, names)!)).toBe(wording)
      }
})

test('any wording that the editor accepts comes out byte for byte', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '\n',
      '\n\n',
      '\r\n',
      '\r',
      ' ',
      '\t',
      '\u00a0',
      '\u2028',
      '**',
      '[a](b)',
      '{',
      '}}',
      '\ufffc',
    ),
    fc.constantFrom(
      '{{ title }}',
      '{{\ntitle\n}}',
      '[Open]({{ link }})',
      "{% if due_date != '' %}",
      '{% endif %}',
    ),
  )
  let taken = 0
  fc.assert(
    fc.property(fc.array(part, { maxLength: 14 }), (given) => {
      const doc = docOf(given.join(''), known)
      if (!doc) return
      taken++
      doc.check()
      expect(wordingOf(doc)).toBe(given.join(''))
    }),
    { numRuns: runs(300) },
  )
  expect(taken).toBeGreaterThan(50)
})

/** An editor with this wording; `|` marks the cursor, or `chip` names the selected chip. */
function editing(wording: string, chip?: string) {
  let state = EditorState.create({ doc: docOf(wording, known)! })
  if (chip === undefined) {
    state.doc.descendants((node, pos) => {
      const at = node.text?.indexOf('|') ?? -1
      if (at !== -1) {
        const { tr } = state
        tr.delete(pos + at, pos + at + 1)
        state = state.apply(tr.setSelection(TextSelection.create(tr.doc, pos + at)))
      }
    })
  } else
    state.doc.descendants((node, pos) => {
      if (isChip(node) && chipOf(node).source.includes(chip))
        state = state.apply(state.tr.setSelection(NodeSelection.create(state.doc, pos)))
    })
  const told: string[] = []
  const tell = (each: Chip) => void told.push(each.source)
  const run = (command: Command) => {
    const done = command(state, (tr) => (state = state.apply(tr)))
    return [done, wordingOf(state.doc)]
  }
  return { run, told, tell, selected: () => selectedChip(state)?.source }
}

test('Delete next to a chip removes it whole; a section loses both ends and keeps its content', () => {
  const behind = editing('a{{ title }}|b')
  expect(behind.run(deleteChip(-1, behind.tell))).toEqual([true, 'ab'])
  expect(behind.told).toEqual(['{{ title }}'])
  const ahead = editing('a|{{ title }}b')
  expect(ahead.run(deleteChip(1, ahead.tell))).toEqual([true, 'ab'])
  const words = editing('ab|c{{ title }}')
  expect(words.run(deleteChip(-1, words.tell))).toEqual([false, 'abc{{ title }}'])
  const section = editing("x {% if due_date != '' %}until {{ due_date }}{% else %}soon{% endif %}|.")
  expect(section.run(deleteChip(-1, section.tell))).toEqual([true, 'x until {{ due_date }}soon.'])
})

test('a selected chip moves by words and lines, and stays selected', () => {
  const { run, tell, selected } = editing('one two\n{{ title }} three', 'title')
  const go = (where: 'left' | 'right' | 'up' | 'down') => run(moveChip(where, tell))[1]
  expect(go('right')).toBe('one two\n three{{ title }}')
  expect(go('left')).toBe('one two\n {{ title }}three')
  expect(go('up')).toBe('one two{{ title }}\n three')
  expect(go('left')).toBe('one {{ title }}two\n three')
  expect(go('right')).toBe('one two{{ title }}\n three')
  expect(go('right')).toBe('one two\n{{ title }} three')
  expect(go('down')).toBe('one two\n{{ title }} three')
  expect(selected()).toBe('{{ title }}')
})

test('chips are inserted at the cursor, around the selection, and in place of another', () => {
  expect(editing('Due |.').run(insertChip(variableChip('due_date')))[1]).toBe('Due {{ due_date }}.')
  expect(editing('Due |.').run(wrapInSection('due_date'))[1]).toBe("Due {% if due_date != '' %}{% endif %}.")
  const link: Chip = { kind: 'link', name: 'link', words: 'Look', source: '[Look]({{ link }})' }
  expect(editing('[Open]({{ link }})!', 'link').run(replaceChip(link))[1]).toBe('[Look]({{ link }})!')
})

test('pasted text gets chips for complete marks, and stays on one line in a subject', () => {
  const pasted = (text: string, oneLine = false) => {
    const state = EditorState.create({ doc: docOf('<>', known)! })
    const tr = state.tr.setSelection(TextSelection.create(state.doc, 2))
    return tr.replaceSelection(sliceOf(text, known, oneLine)).doc
  }
  const chips = (doc: ReturnType<typeof pasted>) => {
    let count = 0
    doc.descendants((node) => void (isChip(node) && count++))
    return count
  }
  const doc = pasted('a {{ title }}\r\n[b]({{ link }})')
  expect([wordingOf(doc), chips(doc)]).toEqual(['<a {{ title }}\n[b]({{ link }})>', 2])
  expect(wordingOf(pasted(' a \n\n b ', true))).toBe('< a b >')
  // Half a section is pasted as text.
  const half = pasted("{% if title != '' %}x")
  expect([wordingOf(half), chips(half)]).toEqual(["<{% if title != '' %}x>", 0])
})

test('a variable typed in braces becomes a chip; an unknown one stays text', () => {
  const state = EditorState.create({ doc: docOf('a', known)! })
  const typed = state.apply(state.tr.insertText('{{ title }} {{ nobody }} {{due_date}}', 2))
  const tr = chipTyped(typed.doc, typed.tr, known)!
  expect(wordingOf(tr.doc)).toBe('a{{ title }} {{ nobody }} {{due_date}}')
  const sources: string[] = []
  tr.doc.descendants((node) => void (isChip(node) && sources.push(chipOf(node).source)))
  expect(sources).toEqual(['{{ title }}', '{{due_date}}'])
  expect(chipTyped(tr.doc, typed.tr, known)).toBe(null)
})
