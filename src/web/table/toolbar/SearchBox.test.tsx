import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SearchBox } from './SearchBox.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

const type = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })

test('the search runs once, 500 ms after the last key', () => {
  const onSearch = vi.fn()
  render(<SearchBox label="Search" value="" onSearch={onSearch} />)
  type('k')
  vi.advanceTimersByTime(400)
  type('ki')
  vi.advanceTimersByTime(499)
  expect(onSearch).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onSearch.mock.calls).toEqual([['ki']])
})

test('Enter searches at once', () => {
  const onSearch = vi.fn()
  render(<SearchBox label="Search" value="" onSearch={onSearch} />)
  type(' kita ')
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' })
  expect(onSearch.mock.calls).toEqual([['kita']])
})

test('an outside change of the search (Back, clear all) replaces the typed text', () => {
  const { rerender } = render(<SearchBox label="Search" value="old" onSearch={vi.fn()} />)
  rerender(<SearchBox label="Search" value="" onSearch={vi.fn()} />)
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
})

test('a slash outside of fields jumps to the search', () => {
  render(<SearchBox label="Search" value="" onSearch={vi.fn()} />)
  fireEvent.keyDown(document.body, { key: '/' })
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

test('Down focuses the first hit, but not while the text is changing', () => {
  render(
    <main>
      <SearchBox label="Search" value="kita" onSearch={vi.fn()} />
      <a href="/kita" data-row-title>
        Kita
      </a>
    </main>,
  )
  const box = screen.getByRole('searchbox')
  box.focus()
  type('kitas')
  fireEvent.keyDown(box, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(box)
  type('kita')
  fireEvent.keyDown(box, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(screen.getByText('Kita'))
})
