// Keys and states of the ARIA pattern "date picker dialog": its grid of days.
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { speak } from '#test/web.tsx'
import { Calendar } from './Calendar.tsx'

beforeEach(() => {
  speak('en_US')
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

const focused = () => document.activeElement?.getAttribute('data-day')
const stops = () =>
  [...document.querySelectorAll('[data-day][tabindex="0"]')].map((day) => day.getAttribute('data-day'))
const press = (keys: readonly string[]) => {
  for (const each of keys) {
    const [key, modifier] = each.split('+').reverse()
    fireEvent.keyDown(document.activeElement!, { key, shiftKey: modifier === 'Shift' })
  }
}

// 18.11.2026 is a Wednesday.
test.each([
  [[], '2026-11-18'],
  [['ArrowRight'], '2026-11-19'],
  [['ArrowLeft'], '2026-11-17'],
  [['ArrowDown'], '2026-11-25'],
  [['ArrowUp'], '2026-11-11'],
  [['Home'], '2026-11-16'],
  [['End'], '2026-11-22'],
  [['PageUp'], '2026-10-18'],
  [['PageDown'], '2026-12-18'],
  [['Shift+PageUp'], '2025-11-18'],
  [['Shift+PageDown'], '2027-11-18'],
  [['ArrowDown', 'ArrowDown'], '2026-12-02'],
  [['End', 'ArrowRight'], '2026-11-23'],
] as const)('%j moves the focus from 2026-11-18 to %s, the only tab stop', (keys, day) => {
  render(<Calendar value="2026-11-18" onPick={vi.fn()} />)
  press(keys)
  expect(focused()).toBe(day)
  expect(stops()).toEqual([day])
})

test('a shorter month moves the focus to its last day', () => {
  render(<Calendar value="2026-08-31" onPick={vi.fn()} />)
  press(['PageDown'])
  expect(focused()).toBe('2026-09-30')
})

test('the focus starts on the chosen day, else on today; both are marked for screen readers', () => {
  render(<Calendar value="2026-11-18" onPick={vi.fn()} />)
  expect(focused()).toBe('2026-11-18')
  expect(screen.getByRole('grid', { name: 'November 2026' })).not.toBeNull()
  expect(screen.getByRole('gridcell', { selected: true }).textContent).toBe('18')
  expect(screen.getByRole('button', { current: 'date' }).textContent).toBe('20')
  expect(screen.getAllByRole('columnheader').map((head) => head.getAttribute('abbr'))[0]).toBe('Monday')
  cleanup()
  render(<Calendar value="" onPick={vi.fn()} />)
  expect(focused()).toBe('2026-11-20')
})

test('days out of bounds can be focused but not picked, not even by the Today button', () => {
  const pick = vi.fn()
  render(<Calendar value="2026-11-18" min="2026-11-18" max="2026-11-19" onPick={pick} />)
  press(['ArrowLeft'])
  expect(focused()).toBe('2026-11-17')
  expect(document.activeElement?.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(document.activeElement!)
  fireEvent.click(screen.getByRole('button', { name: 'Today' }))
  expect(pick).not.toHaveBeenCalled()
  press(['ArrowRight', 'ArrowRight'])
  fireEvent.click(document.activeElement!)
  expect(pick.mock.calls).toEqual([['2026-11-19']])
})

test('the month buttons keep the focus, and the new month is announced', () => {
  render(<Calendar value="2026-11-18" onPick={vi.fn()} />)
  const next = screen.getByRole('button', { name: 'Next month' })
  next.focus()
  fireEvent.click(next)
  expect(document.activeElement).toBe(next)
  expect(document.querySelector('[aria-live=polite]')?.textContent).toBe('December 2026')
})
