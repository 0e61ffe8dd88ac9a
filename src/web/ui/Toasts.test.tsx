// The ARIA patterns "alert" and "status": announced by themselves, and never focused.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { speak } from '#test/web.tsx'
import { Toasts } from './Toasts.tsx'
import { hostToasts } from './toast-region.ts'
import { notify, toasts } from './toasts.ts'

beforeEach(() => {
  speak('en_US')
  vi.useFakeTimers()
  toasts.set([])
  render(<Toasts />)
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

const tell = (tone: 'success' | 'danger', title: string) =>
  act(() => void notify({ tone, title, message: 'm' }))
const wait = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })

test('a success toast appears in the status region and disappears after 6 s', () => {
  tell('success', 'Saved')
  expect(screen.getByRole('status').textContent).toContain('Saved')
  wait(5_999)
  expect(screen.queryByText('Saved')).not.toBeNull()
  wait(1)
  expect(screen.queryByText('Saved')).toBeNull()
})

test('a success toast stays while the pointer is on it, and disappears afterwards', () => {
  tell('success', 'Saved')
  const toast = screen.getByText('Saved').closest('.toast')!
  fireEvent.mouseEnter(toast)
  wait(60_000)
  expect(screen.queryByText('Saved')).not.toBeNull()
  fireEvent.mouseLeave(toast)
  wait(6_000)
  expect(screen.queryByText('Saved')).toBeNull()
})

test('a danger toast is an alert and stays until closed', () => {
  tell('danger', 'Error')
  wait(600_000)
  expect(screen.getByRole('alert').textContent).toContain('Error')
  fireEvent.click(screen.getByRole('button', { name: 'Close: Error' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('equal messages are merged, and at most three are shown', () => {
  for (const title of ['a', 'b', 'b', 'c', 'd']) tell('danger', title)
  expect(screen.getAllByRole('alert').map((alert) => alert.querySelector('strong')?.textContent)).toEqual([
    'b',
    'c',
    'd',
  ])
})

test('both regions have names and exist before any message', () => {
  expect(screen.getByRole('region', { name: 'Notifications' })).not.toBeNull()
  expect(screen.getByRole('status').textContent).toBe('')
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['success', 'status'],
  ['danger', 'alert'],
] as const)('a message of %s is announced as %s and does not move the focus', (tone, role) => {
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  tell(tone, 'Told')
  expect(screen.getByRole(role).textContent).toContain('Told')
  expect(document.activeElement).toBe(field)
  field.remove()
})

test('a message stays while it has the keyboard focus, and closing it returns the focus', () => {
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  tell('success', 'Saved')
  const close = screen.getByRole('button', { name: 'Close: Saved' })
  act(() => close.focus())
  wait(60_000)
  expect(screen.queryByText('Saved')).not.toBeNull()
  fireEvent.click(close)
  wait(50)
  expect(screen.queryByText('Saved')).toBeNull()
  expect(document.activeElement).toBe(field)
  field.remove()
})

test('the toast region moves into an opened dialog and back without restarting its timers', () => {
  tell('success', 'Saved')
  const region = screen.getByRole('region', { name: 'Notifications' })
  const dialog = document.body.appendChild(document.createElement('dialog'))
  const leave = hostToasts(dialog)
  expect(dialog.contains(region)).toBe(true)
  wait(5_999)
  leave()
  expect(dialog.contains(region)).toBe(false)
  expect(region.isConnected && screen.queryByText('Saved') !== null).toBe(true)
  wait(1)
  expect(screen.queryByText('Saved')).toBeNull()
  dialog.remove()
})

test('Ctrl+Z undoes the newest toast with Undo, step by step, but not inside a field', () => {
  const undone: string[] = []
  const offer = (title: string) =>
    act(() => {
      notify({
        tone: 'success',
        title,
        action: { text: 'Undo', isUndo: true, run: () => void undone.push(title) },
      })
    })
  const press = (target: Element) => act(() => void fireEvent.keyDown(target, { key: 'z', ctrlKey: true }))
  offer('First')
  offer('Second')
  tell('success', 'Told only')
  const field = document.body.appendChild(document.createElement('textarea'))
  press(field)
  field.remove()
  expect(undone).toEqual([])
  press(document.body)
  press(document.body)
  press(document.body)
  expect(undone).toEqual(['Second', 'First'])
  expect(screen.queryByText('First')).toBeNull()
  expect(screen.queryByText('Told only')).not.toBeNull()
})

test('the accessible name of the Undo button excludes its key', () => {
  act(() => {
    notify({ tone: 'success', title: 'Done', action: { text: 'Undo', isUndo: true, run: () => undefined } })
  })
  expect(screen.getByRole('button', { name: 'Undo' }).textContent).toContain('Z')
})
