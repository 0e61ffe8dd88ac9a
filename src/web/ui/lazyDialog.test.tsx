// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { speak } from '#test/web.tsx'
import { useShortcut } from '../shortcuts.ts'
import { lazyPagePart, lazyDialog } from './lazyDialog.tsx'
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
      <button onClick={() => setOpen(true)} aria-expanded={open}>
        Open
      </button>
      {open && <Dialog name="you" dirty={dirty} onClose={() => setOpen(false)} />}
    </div>
  )
}

beforeEach(() => {
  speak('en_US')
  toasts.set([])
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** React closes it a turn after `onClose`: opened before that, it would stay the same failed one. */
const isClosed = () => waitFor(() => expect(screen.getByText('Open').ariaExpanded).toBe('false'))

const open = () => {
  const button = screen.getByText('Open')
  button.focus()
  fireEvent.click(button)
  return button
}

test('a lazy dialog is named by its title, takes the focus and returns it', async () => {
  render(<Page load={async () => module} />)
  const opener = open()
  await screen.findByRole('dialog', { name: 'Hello you' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('First')))
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

describe('while a dialog loads', () => {
  const run = vi.fn<() => void>()
  const closed = vi.fn<() => void>()
  const press = (key: string) => fireEvent.keyDown(document.body, { key })
  let arrive: (here: typeof module) => void
  let fail: (error: Error) => void
  const coming = () =>
    new Promise<typeof module>((resolve, reject) => {
      arrive = resolve
      fail = reject
    })

  function Keys({ asPart = false }: { asPart?: boolean }) {
    const [Dialog] = useState(() => (asPart ? lazyPagePart(coming, 'Hello') : lazyDialog(coming, 'Hello')))
    const [open, setOpen] = useState(true)
    useShortcut('s', run)
    useShortcut('Escape', run)
    const close = () => {
      closed()
      setOpen(false)
    }
    return open && <Dialog name="you" onClose={close} />
  }

  beforeEach(() => {
    run.mockClear()
    closed.mockClear()
  })

  test('typed keys trigger no shortcuts, and shortcuts work again once it is closed', async () => {
    render(<Keys />)
    press('s')
    arrive(module)
    await screen.findByRole('dialog', { name: 'Hello you' })
    press('s')
    expect(run).not.toHaveBeenCalled()
    press('Escape')
    expect(closed).toHaveBeenCalledOnce()
    press('s')
    expect(run).toHaveBeenCalledOnce()
  })

  test('Escape cancels it', async () => {
    render(<Keys />)
    press('Escape')
    expect(closed).toHaveBeenCalledOnce()
    arrive(module)
    await Promise.resolve()
    expect(screen.queryByRole('dialog')).toBeNull()
    press('Escape')
    expect(closed).toHaveBeenCalledOnce()
    expect(run).toHaveBeenCalledOnce()
  })

  test('shortcuts work again after a failed load', async () => {
    render(<Keys />)
    fail(new Error('gone'))
    await waitFor(() => expect(closed).toHaveBeenCalledOnce())
    // React removes the closed dialog a turn later.
    await waitFor(() => {
      press('s')
      expect(run).toHaveBeenCalledOnce()
    })
  })

  test('a lazy part of the page does not suspend shortcuts', () => {
    render(<Keys asPart />)
    press('s')
    press('Escape')
    expect(run).toHaveBeenCalledTimes(2)
    expect(closed).not.toHaveBeenCalled()
  })
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

test('a failed load closes the dialog with a message, and the next try loads again', async () => {
  const load = vi
    .fn<() => Promise<typeof module>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue(module)
  render(<Page load={load} />)
  open()
  await waitFor(() => expect(toasts.get().map((toast) => toast.title)).toEqual(['Error']))
  await isClosed()
  open()
  await screen.findByRole('dialog', { name: 'Hello you' })
})

test('no code is requested offline, since a browser would not retry; once online the dialog opens', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const load = vi.fn<() => Promise<typeof module>>().mockResolvedValue(module)
  render(<Page load={load} />)
  open()
  await waitFor(() =>
    expect(toasts.get().map((toast) => toast.message)).toEqual(['You are offline. Your input is kept.']),
  )
  await isClosed()
  expect(load).not.toHaveBeenCalled()
  onLine.mockReturnValue(true)
  open()
  await screen.findByRole('dialog', { name: 'Hello you' })
})

test('a dialog opens even offline when its server runs on the same machine', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  vi.stubGlobal('fetch', async () => new Response())
  render(<Page load={async () => module} />)
  open()
  await screen.findByRole('dialog', { name: 'Hello you' })
})

test.each([
  [200, ['The connection was lost while this was loading. Reload the page.']],
  // The release watcher shows the message.
  [404, []],
])(
  'code that fails to load is looked up (%i), and the dialog reports no new version itself',
  async (status, messages) => {
    const asked = vi.fn(async (_address: string, _options: RequestInit) => new Response(null, { status }))
    vi.stubGlobal('fetch', asked)
    const address = 'http://localhost/assets/Hello-1a2b.js'
    const load = () => Promise.reject(new Error(`Failed to fetch dynamically imported module: ${address}`))
    render(<Page load={load} />)
    open()
    await waitFor(() => expect(asked.mock.calls.map(([first]) => first)).toEqual([address]))
    await waitFor(() => expect(toasts.get().map((toast) => toast.message)).toEqual(messages))
    await isClosed()
  },
)
