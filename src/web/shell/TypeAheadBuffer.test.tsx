import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useShortcut } from '../shortcuts.ts'
import { TypeAheadBuffer, typeAheadText } from './TypeAheadBuffer.tsx'

const done = vi.fn()
function Page({ isComing }: { isComing: boolean }) {
  useShortcut('d', done)
  return isComing ? <TypeAheadBuffer /> : null
}
afterEach(() => {
  cleanup()
  done.mockClear()
})
const type = (...keys: string[]) => keys.map((key) => fireEvent.keyDown(document.body, { key }))

test('keys typed before the palette loads are kept for it and trigger no shortcut', () => {
  const { rerender } = render(<Page isComing />)
  // A captured letter reaches neither the page nor the focused element.
  expect(type('d', 'e', 'x', 'Backspace', ' ', 'Ä')).toEqual(Array.from({ length: 6 }, () => false))
  expect(typeAheadText()).toBe('de Ä')
  expect(done).not.toHaveBeenCalled()
  // Keys that produce no text are not captured.
  expect(type('Escape', 'ArrowDown')).toEqual([true, true])
  // An early Enter presses nothing on the page.
  expect(type('Enter')).toEqual([false])
  expect(fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true })).toBe(true)
  expect(typeAheadText()).toBe('de Ä')
  rerender(<Page isComing={false} />)
  type('d')
  expect([typeAheadText(), done.mock.calls.length]).toEqual(['de Ä', 1])
})

test('keys typed for one load are not kept for the next', () => {
  const first = render(<Page isComing />)
  type('a')
  first.unmount()
  render(<Page isComing />)
  expect(typeAheadText()).toBe('')
})

test('AltGr characters are captured too, though Windows reports them as Ctrl with Alt', () => {
  render(<TypeAheadBuffer />)
  type('a')
  const taken = fireEvent.keyDown(document.body, {
    key: '@',
    ctrlKey: true,
    altKey: true,
    modifierAltGraph: true,
  })
  expect([taken, typeAheadText()]).toEqual([false, 'a@'])
})
