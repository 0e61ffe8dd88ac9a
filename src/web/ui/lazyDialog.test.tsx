// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { speak } from '../../../test/web.tsx'
import { lazyDialog } from './lazyDialog.tsx'
import { Modal } from './Modal.tsx'
import { toasts } from './toasts.ts'

type HelloProps = { name: string; dirty?: boolean; onClose: () => void }

const module = {
  Hello: ({ name, dirty, onClose }: HelloProps) => (
    <Modal title={`Hello ${name}`} dirty={dirty} onClose={onClose}>
      <input aria-label="First" />
    </Modal>
  ),
}

function Page({ load, dirty }: { load: () => Promise<typeof module>; dirty?: boolean }) {
  const [Dialog] = useState(() => lazyDialog(load, 'Hello'))
  const [open, setOpen] = useState(false)
  return (
    <div id="root">
      <h1 tabIndex={-1}>Page</h1>
      <button onClick={() => setOpen(true)}>Open</button>
      {open && <Dialog name="you" dirty={dirty} onClose={() => setOpen(false)} />}
    </div>
  )
}

beforeEach(() => {
  speak('en_US')
  toasts.set([])
})
afterEach(cleanup)

const open = () => {
  const button = screen.getByText('Open')
  button.focus()
  fireEvent.click(button)
  return button
}

test('a dialog loaded late is named by its title, takes the focus and gives it back', async () => {
  render(<Page load={async () => module} />)
  const opener = open()
  await screen.findByRole('dialog', { name: 'Hello you' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('First')))
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test('closing with unsaved text asks; Escape on the question keeps editing', async () => {
  render(<Page load={async () => module} dirty />)
  open()
  const dialog = await screen.findByRole('dialog', { name: 'Hello you' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('First')))
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  const question = screen.getByRole('dialog', { name: 'Unsaved changes' })
  expect(document.activeElement?.textContent).toBe('Keep editing')
  fireEvent.keyDown(question, { key: 'Escape' })
  expect(screen.getAllByRole('dialog', { hidden: true })).toEqual([dialog])
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  fireEvent.click(screen.getByText('Discard'))
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
})

test('code that cannot be loaded closes the dialog with a message, and the next try loads again', async () => {
  const load = vi
    .fn<() => Promise<typeof module>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue(module)
  render(<Page load={load} />)
  open()
  await waitFor(() => expect(toasts.get().map((toast) => toast.title)).toEqual(['Error']))
  expect(screen.queryByRole('dialog')).toBeNull()
  open()
  await screen.findByRole('dialog', { name: 'Hello you' })
})
