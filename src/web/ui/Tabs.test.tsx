// Keys and states of the ARIA pattern "tabs" with automatic activation.
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { speak } from '#test/web.tsx'
import { PanelTabs, Segmented } from './Tabs.tsx'

const tabs = [
  { value: 'en', text: 'English' },
  { value: 'du', text: 'Deutsch (du)', problem: 'has errors' },
  { value: 'sie', text: 'Deutsch (Sie)' },
] as const
type Value = (typeof tabs)[number]['value']

function Wording() {
  const [value, setValue] = useState<Value>('en')
  return (
    <PanelTabs label="Language" value={value} onChange={setValue} tabs={tabs}>
      <p>{value}</p>
    </PanelTabs>
  )
}

beforeEach(() => speak('en_US'))
afterEach(cleanup)

test.each([
  [[], 'en'],
  [['ArrowRight'], 'du'],
  [['ArrowRight', 'ArrowRight'], 'sie'],
  [['ArrowRight', 'ArrowRight', 'ArrowRight'], 'en'],
  [['ArrowLeft'], 'sie'],
  [['End'], 'sie'],
  [['End', 'Home'], 'en'],
  [['ArrowDown'], 'en'],
  [['x'], 'en'],
])('%j opens %s', (keys, expected) => {
  render(<Wording />)
  screen.getByRole('tab', { selected: true }).focus()
  for (const key of keys) fireEvent.keyDown(document.activeElement!, { key })
  const chosen = screen.getByRole('tab', { selected: true })
  expect(screen.getByRole('tabpanel').textContent).toBe(expected)
  expect(document.activeElement).toBe(chosen)
  // Tab moves from the chosen tab into the panel.
  expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual(
    tabs.map(({ value }) => (value === expected ? 0 : -1)),
  )
  expect(chosen.getAttribute('aria-controls')).toBe(screen.getByRole('tabpanel').id)
  expect(screen.getByRole('tabpanel').getAttribute('aria-labelledby')).toBe(chosen.id)
})

test('the tab list has a name, and a tab’s errors are part of the tab’s name', () => {
  render(<Wording />)
  expect(screen.getByRole('tablist', { name: 'Language' })).not.toBeNull()
  expect(screen.getByRole('tab', { name: 'Deutsch (du) has errors' })).not.toBeNull()
})

test('a short choice is a group of buttons that announce which is pressed', () => {
  render(
    <Segmented
      label="Shown"
      value="a"
      options={[
        { value: 'a', text: 'A' },
        { value: 'b', text: 'B' },
      ]}
      onChange={() => undefined}
    />,
  )
  expect(screen.getByRole('group', { name: 'Shown' })).not.toBeNull()
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('A')
})
