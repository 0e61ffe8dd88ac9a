// Keys and states of the ARIA patterns "menu button" and "menu".
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { speak } from '#test/web.tsx'
import { Menu, type MenuItem } from './Menu.tsx'

const edit = vi.fn()
const remove = vi.fn()
const items: readonly MenuItem[] = [
  { key: 'edit', text: 'Edit', onSelect: edit },
  { key: 'archive', text: 'Archive', onSelect: vi.fn() },
  'line',
  { key: 'open', text: 'Open', href: '/site-admin/projects/' },
  { key: 'delete', text: 'Delete', missing: 'delete_projects', onSelect: remove },
]

const draw = (shown: readonly MenuItem[] = items) =>
  render(
    <Menu label="Actions" items={shown}>
      {(trigger) => <button {...trigger}>More</button>}
    </Menu>,
  )
const trigger = () => screen.getByRole('button', { name: 'More' })
const press = (keys: readonly string[]) => {
  for (const key of keys)
    if (key === 'click') fireEvent.click(trigger())
    else fireEvent.keyDown(document.activeElement!, { key })
}
/** The text of the focused element; the trigger's while the menu is closed. */
const focused = () => document.activeElement?.textContent?.replace(/Needs.*|needs.*/, '')

beforeEach(() => {
  speak('en_US')
  vi.clearAllMocks()
})
afterEach(cleanup)

test.each([
  [['click'], 'Edit'],
  [['ArrowDown'], 'Edit'],
  [['ArrowUp'], 'Delete'],
  [['click', 'ArrowDown'], 'Archive'],
  [['click', 'ArrowDown', 'ArrowDown'], 'Open'],
  [['click', 'ArrowUp'], 'Delete'],
  [['click', 'End'], 'Delete'],
  [['click', 'End', 'ArrowDown'], 'Edit'],
  [['click', 'End', 'Home'], 'Edit'],
  [['click', 'o'], 'Open'],
  [['click', 'A'], 'Archive'],
  [['click', 'z'], 'Edit'],
  [['click', 'Escape'], 'More'],
  [['click', 'ArrowDown', 'Tab'], 'More'],
])('%j moves the focus to %s', (keys, expected) => {
  draw()
  trigger().focus()
  press(keys)
  expect(focused()).toContain(expected)
  expect(trigger().getAttribute('aria-expanded')).toBe(String(expected !== 'More'))
  expect(screen.queryAllByRole('menu')).toHaveLength(expected === 'More' ? 0 : 1)
})

test('the button announces that it opens a menu, and which one', () => {
  draw()
  expect(trigger().getAttribute('aria-haspopup')).toBe('menu')
  expect(trigger().hasAttribute('aria-controls')).toBe(false)
  fireEvent.click(trigger())
  expect(trigger().getAttribute('aria-controls')).toBe(screen.getByRole('menu', { name: 'Actions' }).id)
  expect(screen.getAllByRole('menuitem')).toHaveLength(4)
  expect(screen.getByRole('separator')).not.toBeNull()
})

test('an item runs once, closes the menu and returns the focus', () => {
  draw()
  fireEvent.click(trigger())
  fireEvent.click(screen.getByRole('menuitem', { name: 'Edit' }))
  expect(edit).toHaveBeenCalledOnce()
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(trigger())
})

test('an item without permission is aria-disabled, names the permission and does nothing', () => {
  draw()
  fireEvent.click(trigger())
  const item = screen.getByRole('menuitem', { name: /Delete.*delete_projects/ })
  expect(item.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(item)
  expect(remove).not.toHaveBeenCalled()
})

test('Space follows a link as Enter does', () => {
  draw()
  fireEvent.click(trigger())
  const followed = vi.fn((event: Event) => event.preventDefault())
  const link = screen.getByRole('menuitem', { name: 'Open' })
  link.addEventListener('click', followed)
  link.focus()
  fireEvent.keyDown(link, { key: ' ' })
  expect(followed).toHaveBeenCalledOnce()
})

test('options of a choice are radio items, and the checked one gets the focus', () => {
  draw([
    { key: 'a', text: 'Light', checked: false },
    { key: 'b', text: 'Dark', checked: true },
  ])
  fireEvent.click(trigger())
  expect(screen.getByRole('menuitemradio', { checked: true }).textContent).toBe('Dark')
  expect(focused()).toBe('Dark')
})
