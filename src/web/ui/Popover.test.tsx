// Keys and states of the ARIA pattern "disclosure": the filter of a column, which opens a small dialog.
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { speak } from '#test/web.tsx'
import { HeaderFilter } from '../table/toolbar/HeaderFilter.tsx'

const apply = vi.fn()
const options = [
  { value: '1', label: 'In progress' },
  { value: '2', label: 'Complete' },
]

beforeEach(() => {
  speak('en_US')
  apply.mockClear()
  render(
    <>
      <HeaderFilter column="Status" options={options} selected={['2']} onApply={apply} />
      <button>Elsewhere</button>
    </>,
  )
})
afterEach(cleanup)

const funnel = () => screen.getByRole('button', { name: 'Filter: Status' })
const panel = () => screen.queryByRole('dialog', { name: 'Filter: Status' })

test('the button announces whether its panel is open; opening focuses the first value', () => {
  expect(funnel().getAttribute('aria-expanded')).toBe('false')
  expect(funnel().getAttribute('aria-haspopup')).toBe('dialog')
  fireEvent.click(funnel())
  expect(funnel().getAttribute('aria-expanded')).toBe('true')
  expect(panel()).not.toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'In progress' }))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Complete' }).checked).toBe(true)
})

test.each([
  ['Escape', () => fireEvent.keyDown(document.activeElement!, { key: 'Escape' }), true, 0],
  ['Enter on a value', () => fireEvent.keyDown(document.activeElement!, { key: 'Enter' }), true, 1],
  ['the button again', () => fireEvent.click(funnel()), false, 0],
  ['a click elsewhere', () => fireEvent.pointerDown(screen.getByText('Elsewhere')), false, 0],
  ['focus elsewhere', () => fireEvent.focusIn(screen.getByText('Elsewhere')), false, 0],
  ['a click inside', () => fireEvent.pointerDown(screen.getByText('Reset')), undefined, 0],
])('%s', (_what, act, returnsFocus, applied) => {
  fireEvent.click(funnel())
  act()
  const closes = returnsFocus !== undefined
  expect(panel() === null).toBe(closes)
  expect(funnel().getAttribute('aria-expanded')).toBe(String(!closes))
  if (returnsFocus) expect(document.activeElement).toBe(funnel())
  expect(apply).toHaveBeenCalledTimes(applied)
})
