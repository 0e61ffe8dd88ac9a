// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { speak } from '../../../test/web.tsx'
import { Toasts } from './Toasts.tsx'
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

test('success stands in the status region and leaves after 6 s', () => {
  tell('success', 'Saved')
  expect(screen.getByRole('status').textContent).toContain('Saved')
  wait(5_999)
  expect(screen.queryByText('Saved')).not.toBeNull()
  wait(1)
  expect(screen.queryByText('Saved')).toBeNull()
})

test('it stays while the pointer is on it', () => {
  tell('success', 'Saved')
  const toast = screen.getByText('Saved').closest('.toast')!
  fireEvent.mouseEnter(toast)
  wait(60_000)
  expect(screen.queryByText('Saved')).not.toBeNull()
  fireEvent.mouseLeave(toast)
  wait(6_000)
  expect(screen.queryByText('Saved')).toBeNull()
})

test('danger is an alert and stays until it is closed', () => {
  tell('danger', 'Error')
  wait(600_000)
  expect(screen.getByRole('alert').textContent).toContain('Error')
  fireEvent.click(screen.getByRole('button', { name: 'Close: Error' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('equal messages are merged and three are the most', () => {
  for (const title of ['a', 'b', 'b', 'c', 'd']) tell('danger', title)
  expect(screen.getAllByRole('alert').map((alert) => alert.querySelector('strong')?.textContent)).toEqual([
    'b',
    'c',
    'd',
  ])
})
