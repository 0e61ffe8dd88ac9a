import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api.ts'
import { speak } from '#test/web.tsx'
import { DateField } from './DateField.tsx'
import { type Cents, MoneyField } from './MoneyField.tsx'
import { MultiSelectField, SelectField } from './SelectField.tsx'
import { TextField } from './TextField.tsx'
import { useForm } from './useForm.ts'

beforeEach(() => speak('en_US'))
afterEach(cleanup)

function Money({ start }: { start: Cents }) {
  const [value, setValue] = useState(start)
  return (
    <>
      <MoneyField name="amount" label="Amount" value={value} onChange={setValue} />
      <output>{String(value)}</output>
    </>
  )
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, text: string) => fireEvent.change(field(name), { target: { value: text } })
const output = () => screen.getByRole('status').textContent

test('money is typed in the person’s own notation and stored in cents', () => {
  render(<Money start={null} />)
  type('Amount', '1,275.5')
  expect(output()).toBe('127550')
  expect(field('Amount').value).toBe('1,275.5')
  fireEvent.blur(field('Amount'))
  expect(field('Amount').value).toBe('1,275.50')
  act(() => speak('du_DE'))
  expect(field('Amount').value).toBe('1.275,50')
  type('Amount', '12,5')
  expect(output()).toBe('1250')
  type('Amount', '12.5x')
  expect(output()).toBe('NaN')
  type('Amount', '')
  expect(output()).toBe('null')
})

test('an ambiguous amount stays as typed and is refused on blur, in the person’s language', () => {
  render(<Money start={null} />)
  for (const typed of ['1.234', '1,234', '12.345', '1.234,56']) {
    type('Amount', typed)
    expect([output(), field('Amount').getAttribute('aria-invalid')]).toEqual(['NaN', null])
    fireEvent.blur(field('Amount'))
    expect(field('Amount').value).toBe(typed)
    screen.getByText('Write the amount with two decimals, such as 1,234.56.')
    expect(field('Amount').getAttribute('aria-invalid')).toBe('true')
  }
  act(() => speak('sie_DE'))
  type('Amount', '1.234')
  fireEvent.blur(field('Amount'))
  screen.getByText('Schreiben Sie den Betrag mit zwei Nachkommastellen, etwa 1.234,56.')
  type('Amount', '1.234,5')
  fireEvent.blur(field('Amount'))
  expect([field('Amount').value, output()]).toEqual(['1.234,50', '123450'])
  expect(field('Amount').getAttribute('aria-invalid')).toBe(null)
})

function Day() {
  const [value, setValue] = useState('2026-11-30')
  return (
    <>
      <DateField name="due" label="Due date" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  )
}

test('a day is shown and typed as day.month.year and stored as year-month-day', () => {
  render(<Day />)
  expect(field('Due date').value).toBe('30.11.2026')
  type('Due date', '1.2.2027')
  expect(output()).toBe('2027-02-01')
  fireEvent.blur(field('Due date'))
  expect(field('Due date').value).toBe('01.02.2027')
  type('Due date', '31.02.2027')
  expect(output()).toBe('31.02.2027')
})

test('a day is picked from the calendar, which starts on Monday', async () => {
  render(<Day />)
  fireEvent.click(screen.getByRole('button', { name: 'Open the calendar' }))
  const grid = await screen.findByRole('grid', { name: 'November 2026' })
  expect(grid.querySelector('th')?.getAttribute('abbr')).toBe('Monday')
  // The focus moves in an effect, which may run after the grid appears.
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('30.11.2026'))
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowRight' })
  expect(document.activeElement?.getAttribute('aria-label')).toBe('01.12.2026')
  fireEvent.click(document.activeElement!)
  expect(output()).toBe('2026-12-01')
  expect(document.activeElement).toBe(field('Due date'))
})

const people = [
  { value: '1', label: 'Katrin Vollmer (kvollmer)' },
  { value: '2', label: 'Jürgen Brandt (jbrandt)' },
]

function People() {
  const [one, setOne] = useState('')
  const [many, setMany] = useState<readonly string[]>([])
  return (
    <>
      <SelectField name="one" label="One" options={people} value={one} onChange={setOne} />
      <MultiSelectField name="many" label="Many" options={people} value={many} onChange={setMany} />
      <output>{JSON.stringify([one, many])}</output>
    </>
  )
}

test('a choice is searched ignoring accents and picked by keyboard', () => {
  render(<People />)
  type('One', 'jurg')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Jürgen Brandt (jbrandt)',
  ])
  fireEvent.keyDown(field('One'), { key: 'Enter' })
  expect(output()).toBe('["2",[]]')
  expect(field('One').value).toBe('Jürgen Brandt (jbrandt)')
  expect(screen.queryByRole('option')).toBeNull()
})

test('several options are chosen one after another and removed again', () => {
  render(<People />)
  fireEvent.click(field('Many'))
  for (const option of screen.getAllByRole('option')) fireEvent.click(option)
  expect(output()).toBe('["",["1","2"]]')
  fireEvent.click(screen.getByRole('button', { name: 'Remove: Katrin Vollmer (kvollmer)' }))
  fireEvent.keyDown(field('Many'), { key: 'Backspace' })
  expect(output()).toBe('["",[]]')
})

test('Escape closes the choices and leaves the layer below open', () => {
  render(<People />)
  fireEvent.click(field('One'))
  const notPrevented = fireEvent.keyDown(field('One'), { key: 'Escape' })
  expect(notPrevented).toBe(false)
  expect(screen.queryByRole('listbox')).toBeNull()
})

function TaskForm({ save }: { save: () => Promise<void> }) {
  const form = useForm({
    initial: { title: '', scheduled_for: '' },
    validate: ({ title }) => ({ title: title ? '' : 'Enter a title' }),
    onSubmit: save,
    serverNames: { scheduledFor: 'scheduled_for' },
  })
  return (
    <form {...form.props}>
      <TextField {...form.field('title')} label="Title" />
      <TextField {...form.field('scheduled_for')} label="Due" />
      <button type="submit">Save</button>
      <output>{String(form.dirty)}</output>
    </form>
  )
}

test('errors appear after the first submit, the first wrong field gets the focus', async () => {
  const save = vi.fn(async () => {})
  render(<TaskForm save={save} />)
  expect(screen.queryByText('Enter a title')).toBeNull()
  fireEvent.click(screen.getByText('Save'))
  await waitFor(() => expect(document.activeElement).toBe(field('Title')))
  expect(field('Title').getAttribute('aria-invalid')).toBe('true')
  expect(save).not.toHaveBeenCalled()
  type('Title', 'x')
  expect(screen.queryByText('Enter a title')).toBeNull()
  expect(output()).toBe('true')
})

test('the server’s messages appear under their fields, joined by a comma, and the input stays', async () => {
  const refuse = () =>
    Promise.reject(new ApiError(400, 'Bad Request', { scheduledFor: ['Too early', 'Not a working day'] }))
  render(<TaskForm save={refuse} />)
  type('Title', 'Call')
  type('Due', 'yesterday')
  fireEvent.click(screen.getByText('Save'))
  await screen.findByText('Too early, Not a working day')
  expect(field('Due').value).toBe('yesterday')
  type('Due', 'tomorrow')
  expect(screen.queryByText('Too early, Not a working day')).toBeNull()
})
