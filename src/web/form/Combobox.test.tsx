// Keys and states of the ARIA pattern "combobox with a listbox popup" (editable, list autocomplete).
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { speak } from '#test/web.tsx'
import { MultiSelectField, SelectField } from './SelectField.tsx'

beforeEach(() => speak('en_US'))
afterEach(cleanup)

const options = [
  { value: 'a', label: 'Apple' },
  { value: 'b', label: 'Banana' },
  { value: 'c', label: 'Cherry', disabled: true },
  { value: 'd', label: 'Damson' },
]

function One({ start = '' }: { start?: string }) {
  const [value, setValue] = useState(start)
  return (
    <SelectField name="fruit" label="Fruit" options={options} value={value} onChange={setValue} required />
  )
}

function Many({ start }: { start: readonly string[] }) {
  const [value, setValue] = useState(start)
  return <MultiSelectField name="fruit" label="Fruit" options={options} value={value} onChange={setValue} />
}

const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: /Fruit/ })
const listed = () => screen.queryAllByRole('option').map((option) => option.textContent)
/** The state a screen reader announces: open or closed, active option, chosen options, text of the box. */
const state = () => ({
  open: box().getAttribute('aria-expanded') === 'true',
  active:
    document.getElementById(box().getAttribute('aria-activedescendant') ?? 'none')?.textContent ?? undefined,
  value: box().value,
})

/** `Alt+ArrowUp` and the like; any other text is typed. */
function press(keys: readonly string[]): void {
  for (const each of keys) {
    if (each.startsWith('type ')) fireEvent.change(box(), { target: { value: each.slice(5) } })
    else {
      const [key, modifier] = each.split('+').reverse()
      fireEvent.keyDown(box(), { key, altKey: modifier === 'Alt' })
    }
  }
}

test.each([
  ['nothing', '', [], { open: false, active: undefined, value: '' }],
  ['ArrowDown opens at the first option', '', ['ArrowDown'], { open: true, active: 'Apple', value: '' }],
  [
    'ArrowDown opens at the chosen option',
    'b',
    ['ArrowDown'],
    { open: true, active: 'Banana', value: 'Banana' },
  ],
  ['ArrowDown again moves on', '', ['ArrowDown', 'ArrowDown'], { open: true, active: 'Banana', value: '' }],
  [
    'ArrowUp goes round to the last',
    '',
    ['ArrowDown', 'ArrowUp'],
    { open: true, active: 'Damson', value: '' },
  ],
  [
    'ArrowDown goes round to the first',
    '',
    ['ArrowDown', 'ArrowUp', 'ArrowDown'],
    { open: true, active: 'Apple', value: '' },
  ],
  [
    'Enter picks and closes',
    '',
    ['ArrowDown', 'ArrowDown', 'Enter'],
    { open: false, active: undefined, value: 'Banana' },
  ],
  [
    'Enter on a disabled option picks nothing',
    '',
    ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter'],
    { open: true, active: 'Cherry', value: '' },
  ],
  [
    'Escape closes and keeps the choice',
    'b',
    ['ArrowDown', 'type x', 'Escape'],
    { open: false, active: undefined, value: 'Banana' },
  ],
  [
    'Alt+ArrowUp closes without picking',
    '',
    ['ArrowDown', 'ArrowDown', 'Alt+ArrowUp'],
    { open: false, active: undefined, value: '' },
  ],
  ['Tab closes without picking', '', ['ArrowDown', 'Tab'], { open: false, active: undefined, value: '' }],
  ['typing opens and narrows', '', ['type dam'], { open: true, active: 'Damson', value: 'dam' }],
  [
    'typing and Enter picks what is left',
    '',
    ['type dam', 'Enter'],
    { open: false, active: undefined, value: 'Damson' },
  ],
  ['typing what nothing matches', '', ['type zzz'], { open: true, active: undefined, value: 'zzz' }],
])('%s', (_what, start, keys, expected) => {
  render(<One start={start} />)
  press(keys)
  expect(state()).toEqual(expected)
})

test('the box has a name, is required and refers to its list; the list marks chosen and disabled options', () => {
  render(<One start="b" />)
  expect(box().getAttribute('aria-autocomplete')).toBe('list')
  expect(box().getAttribute('aria-required')).toBe('true')
  expect(box().hasAttribute('aria-controls')).toBe(false)
  press(['ArrowDown'])
  const list = screen.getByRole('listbox', { name: 'Choices' })
  expect(box().getAttribute('aria-controls')).toBe(list.id)
  expect(listed()).toEqual(['Apple', 'Banana', 'Cherry', 'Damson'])
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Banana')
  expect(screen.getByRole('option', { name: 'Cherry' }).getAttribute('aria-disabled')).toBe('true')
  // The focus never leaves the box.
  box().focus()
  fireEvent.mouseDown(screen.getByRole('option', { name: 'Apple' }))
  expect(document.activeElement).toBe(box())
})

test.each([
  ['Enter adds and stays open', ['ArrowDown', 'Enter'], ['Apple', 'Damson'], true],
  ['Enter on a chosen one takes it away', ['ArrowUp', 'ArrowUp', 'Enter'], [], true],
  ['Backspace in the empty box takes the last away', ['Backspace'], [], false],
  ['Backspace while typing does not', ['type x', 'Backspace'], ['Damson'], true],
])('multiple choice: %s', (_what, keys, chosen, open) => {
  render(<Many start={['d']} />)
  press(keys)
  expect(state().open).toBe(open)
  const removable = screen
    .queryAllByRole('button', { name: /Remove/ })
    .map((button) => button.getAttribute('aria-label'))
  expect(removable).toHaveLength(chosen.length)
  for (const name of chosen) expect(removable.some((label) => label?.includes(name))).toBe(true)
  if (open && chosen.length > 0)
    expect(screen.getByRole('listbox').getAttribute('aria-multiselectable')).toBe('true')
})

/** The events of a press, before its release. */
function pressDown(name: string, pointerType: 'mouse' | 'touch', button = 0): HTMLElement {
  const option = screen.getByRole('option', { name })
  fireEvent.pointerDown(option, { pointerType, button })
  // False when the default was prevented, which would take the focus from the box.
  expect(fireEvent.mouseDown(option, { button })).toBe(false)
  return option
}

test('a mouse press chooses an option before its release, so a list that changes meanwhile loses no click', () => {
  render(<One />)
  fireEvent.click(box())
  pressDown('Banana', 'mouse')
  expect(state()).toEqual({ open: false, active: undefined, value: 'Banana' })
})

test('other mouse buttons choose nothing', () => {
  render(<One />)
  fireEvent.click(box())
  pressDown('Banana', 'mouse', 2)
  expect(state().value).toBe('')
})

test('a press and its release choose an option of a multiple choice only once', () => {
  render(<Many start={[]} />)
  fireEvent.click(box())
  const option = pressDown('Banana', 'mouse')
  fireEvent.click(option, { detail: 1 })
  expect(screen.getByRole('option', { name: 'Banana' }).getAttribute('aria-selected')).toBe('true')
})

test('touch chooses an option when the finger lifts, a screen reader by its click', () => {
  render(<One />)
  fireEvent.click(box())
  const option = pressDown('Banana', 'touch')
  expect(state().value).toBe('')
  fireEvent.click(option, { detail: 1 })
  expect(state().value).toBe('Banana')
  fireEvent.click(box())
  fireEvent.click(screen.getByRole('option', { name: 'Damson' }))
  expect(state().value).toBe('Damson')
})
