// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { at, speak } from '#test/web.tsx'
import { q } from '../api.ts'
import { queryClient } from '../query-client.ts'
import { useUnsavedGuard } from '../record/SaveBar.tsx'
import { CurrentPage } from '../shell/CurrentPage.tsx'
import { locationOf } from './match.ts'
import { changeSearch, navigate, preload, setPages, startRouter } from './navigate.ts'
import { useRequestedPath, useLocation, usePageParams } from './page.ts'
import { moved, page, type Pages } from './pages.ts'
import { PageLink } from './PageLink.tsx'

const go = (address: string, options?: Parameters<typeof navigate>[1]) =>
  act(() => navigate(locationOf(address).href, options))
const address = () => location.pathname + location.search + location.hash
const shown = () => screen.getByRole('heading').textContent
const link = (href: string, text: string) => <PageLink href={locationOf(href).href}>{text}</PageLink>

/** Sets the server's answers; other calls get none. */
function answer(byPath: Record<string, unknown>): void {
  vi.stubGlobal('fetch', async (path: string) => {
    if (!(path in byPath)) throw new TypeError('Failed to fetch')
    return Response.json(byPath[path])
  })
}

/** A page whose code arrives when the test says so. */
function slowPage(title: string) {
  const coming: { resolve: () => void; reject: (error: Error) => void }[] = []
  const load = vi.fn(
    () =>
      new Promise<{ Page: ComponentType }>((resolve, reject) =>
        coming.push({ resolve: () => resolve({ Page: () => <h1>{title}</h1> }), reject }),
      ),
  )
  return {
    load,
    page: page(load, 'Page'),
    arrives: () => act(async () => coming.shift()!.resolve()),
    fails: (error: Error) => act(async () => coming.shift()!.reject(error)),
  }
}

function Filtered() {
  const { search } = useLocation()
  const [typed, type] = useState('')
  return (
    <>
      <h1>list {search.page ?? '1'}</h1>
      <input aria-label="typed" value={typed} onChange={(event) => type(event.target.value)} />
      {link('/site-admin/user/a%20b/update/', 'Anna')}
    </>
  )
}

function Person() {
  const { id } = usePageParams('/site-admin/user/:id/update/')
  return <h1>person {id}</h1>
}

function Form() {
  const [typed, type] = useState('')
  const guard = useUnsavedGuard(typed !== '')
  return (
    <>
      <h1>form</h1>
      <input aria-label="name" value={typed} onChange={(event) => type(event.target.value)} />
      {link('/list/', 'to the list')}
      {guard}
    </>
  )
}

let stop: () => void
let slow: ReturnType<typeof slowPage>
let other: ReturnType<typeof slowPage>

function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <nav>{useRequestedPath()}</nav>
      {children}
    </>
  )
}

async function openAt(first: string) {
  history.replaceState(null, '', first)
  stop = startRouter()
  await act(async () => {
    render(
      <QueryClientProvider client={queryClient}>
        <CurrentPage frame={Frame} />
      </QueryClientProvider>,
    )
  })
}

beforeEach(() => {
  speak('en_US')
  sessionStorage.clear()
  queryClient.clear()
  queryClient.setQueryData<unknown>(q('GET /api/v4/users/profile/').queryKey, { username: 'mia' })
  slow = slowPage('slow')
  other = slowPage('other')
  setPages({
    '/login/': at(() => <h1>sign in</h1>),
    '/list/': at(Filtered),
    '/form/': at(Form),
    '/site-admin/': at(() => <h1>start</h1>),
    '/site-admin/user/:id/update/': at(Person),
    '/site-admin/slow/': slow.page,
    '/site-admin/other/': other.page,
    '/site-admin/broken/': at(() => {
      throw new Error('a fault of ours')
    }),
    '/site-admin/projects/old/': moved('/site-admin/projects/'),
    '/site-admin/projects/': at(() => <h1>projects</h1>),
  } satisfies Pages)
})
afterEach(() => {
  stop()
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test.each([
  ['/list?page=2', '/list/?page=2', 'list 2'],
  ['/', '/site-admin/', 'start'],
  ['/site-admin/projects/old/?page=3#end', '/site-admin/projects/?page=3#end', 'projects'],
  ['/site-admin/user/a%2Fb/update/', '/site-admin/user/a%2Fb/update/', 'person a/b'],
])('%s opens as %s', async (asked, written, title) => {
  await openAt(asked)
  expect([address(), shown()]).toEqual([written, title])
})

test('a redirect, a replacement or the current address adds no extra history entry', async () => {
  await openAt('/list/')
  const before = history.length
  await go('/site-admin/projects/old/?page=3')
  expect([address(), history.length - before]).toEqual(['/site-admin/projects/?page=3', 1])
  await go('/list/?page=2', { replace: true })
  expect([address(), history.length - before]).toEqual(['/list/?page=2', 1])
  // The current address creates no second entry either.
  await go('/list/?page=2')
  expect(history.length - before).toBe(1)
})

test('an unknown address shows the frame only inside the back-office', async () => {
  await openAt('/site-admin/nothing/')
  expect(shown()).toBe('Page not found')
  expect(screen.queryByRole('navigation')).not.toBeNull()
  await go('/nothing/')
  expect(shown()).toBe('Page not found')
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('the old page stays until the next one’s code arrives; the address and the navigation change at once', async () => {
  await openAt('/site-admin/nothing/')
  const opened = navigate('/site-admin/other/?page=2' as '/site-admin/')
  await act(async () => undefined)
  expect(shown()).toBe('Page not found')
  expect(address()).toBe('/site-admin/other/?page=2')
  expect(screen.getByRole('navigation').textContent).toBe('/site-admin/other/')
  await other.arrives()
  await opened
  expect(shown()).toBe('other')
})

test('the last navigation wins, whichever code arrives first', async () => {
  await openAt('/list/')
  const first = navigate(locationOf('/site-admin/slow/').href)
  const second = navigate(locationOf('/site-admin/other/').href)
  await other.arrives()
  await slow.arrives()
  await Promise.all([first, second])
  expect([address(), shown()]).toEqual(['/site-admin/other/', 'other'])

  void navigate(locationOf('/site-admin/user/7/update/').href)
  await go('/list/')
  expect(shown()).toBe('list 1')
})

test('Back during a load keeps the current page', async () => {
  await openAt('/list/?page=2')
  void navigate(locationOf('/site-admin/slow/').href)
  act(() => history.back())
  await waitFor(() => expect(address()).toBe('/list/?page=2'))
  await slow.arrives()
  expect(shown()).toBe('list 2')
})

test('a page that is being left cannot change the address', async () => {
  await openAt('/list/')
  void navigate(locationOf('/site-admin/slow/').href)
  changeSearch({ page: 5 }, { replace: true })
  expect(address()).toBe('/site-admin/slow/')
  await slow.arrives()
  expect(shown()).toBe('slow')
})

test('another query string keeps the page, and Back restores the old one', async () => {
  await openAt('/list/')
  fireEvent.change(screen.getByLabelText('typed'), { target: { value: 'here' } })
  act(() => changeSearch({ page: 2 }))
  act(() => changeSearch((now) => ({ ...now, size: 9, none: undefined })))
  expect([address(), shown()]).toEqual(['/list/?page=2&size=9', 'list 2'])
  act(() => history.back())
  await waitFor(() => expect(address()).toBe('/list/?page=2'))
  expect(screen.getByLabelText<HTMLInputElement>('typed').value).toBe('here')
})

test('offline no code is requested and the frame stays; Try again loads the page once online', async () => {
  await openAt('/list/')
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  await act(() => navigate(locationOf('/site-admin/slow/').href))
  expect(screen.queryByRole('navigation')).not.toBeNull()
  expect(slow.load).not.toHaveBeenCalled()
  onLine.mockReturnValue(true)
  fetched.mockRestore()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await slow.arrives()
  expect(shown()).toBe('slow')
})

test('missing code is reported as a new version with a Reload button', async () => {
  await openAt('/list/')
  void navigate(locationOf('/site-admin/slow/').href)
  await slow.fails(new TypeError('Failed to fetch dynamically imported module: /x.js'))
  expect(screen.getByRole('button', { name: 'Reload' })).not.toBeNull()
  expect(shown()).toContain('new version')
})

test('a page that crashes is reported in its place, and the next one renders', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  await openAt('/site-admin/broken/')
  expect(shown()).toBe('Something went wrong')
  await go('/list/')
  expect(shown()).toBe('list 1')
})

test('a signed-out visitor is redirected to the sign-in with the requested page in the address', async () => {
  queryClient.clear()
  answer({ '/api/v4/session/': { signed_in: false } })
  await openAt('/site-admin/slow?page=2&status=a,b')
  await waitFor(() => expect(shown()).toBe('sign in'))
  expect(new URLSearchParams(location.search).get('next')).toBe('/site-admin/slow/?page=2&status=a,b')
  expect(location.pathname).toBe('/login/')
})

test('a profile that fails to load is reported without the frame, and fetched again', async () => {
  queryClient.clear()
  answer({})
  await openAt('/site-admin/nothing/')
  await waitFor(() => expect(shown()).toBe('Error'))
  expect(screen.queryByRole('navigation')).toBeNull()
  answer({ '/api/v4/session/': { signed_in: true }, '/api/v4/users/profile/': { language: 'en_US' } })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(shown()).toBe('Page not found'))
  expect(screen.queryByRole('navigation')).not.toBeNull()
})

test('a link with unsaved changes asks whether to keep or discard them; a change of own state does not', async () => {
  await openAt('/form/')
  fireEvent.change(screen.getByLabelText('name'), { target: { value: 'typed' } })
  const follow = () => fireEvent.click(screen.getByRole('link', { name: 'to the list' }))
  follow()
  expect(screen.getByRole('dialog', { name: 'Unsaved changes' })).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Keep editing' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect([address(), screen.getByLabelText<HTMLInputElement>('name').value]).toEqual(['/form/', 'typed'])
  // A change of the page's own state does not leave it.
  act(() => changeSearch({ tab: 'two' }))
  expect([address(), screen.queryByRole('dialog')]).toEqual(['/form/?tab=two', null])
  follow()
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect([address(), shown()]).toEqual(['/list/', 'list 1'])
})

test('a form changed back to its initial value does not ask', async () => {
  await openAt('/form/')
  fireEvent.change(screen.getByLabelText('name'), { target: { value: 'typed' } })
  fireEvent.change(screen.getByLabelText('name'), { target: { value: '' } })
  fireEvent.click(screen.getByRole('link', { name: 'to the list' }))
  expect(shown()).toBe('list 1')
})

test('a plain click opens the page in place; modified and middle clicks are left to the browser', async () => {
  await openAt('/list/')
  const anna = screen.getByRole('link', { name: 'Anna' })
  expect(anna.getAttribute('href')).toBe('/site-admin/user/a%20b/update/')
  const seen = vi.fn((event: Event) => event.preventDefault())
  for (const init of [
    { ctrlKey: true },
    { metaKey: true },
    { shiftKey: true },
    { altKey: true },
    { button: 1 },
  ]) {
    addEventListener('click', (event) => seen(event), { once: true })
    fireEvent.click(anna, init)
    expect(shown()).toBe('list 1')
  }
  expect(seen).toHaveBeenCalledTimes(5)
  fireEvent.click(anna)
  expect([address(), shown()]).toEqual(['/site-admin/user/a%20b/update/', 'person a b'])
})

test('focusing a link preloads its code once, a brief hover does not, and a click shows the page at once', async () => {
  await openAt('/list/')
  render(link('/site-admin/slow/', 'slow'))
  vi.useFakeTimers()
  const target = screen.getByRole('link', { name: 'slow' })
  fireEvent.pointerEnter(target)
  vi.advanceTimersByTime(70)
  fireEvent.pointerLeave(target)
  vi.advanceTimersByTime(200)
  expect(slow.load).not.toHaveBeenCalled()
  fireEvent.focus(target)
  vi.advanceTimersByTime(80)
  expect(slow.load).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
  await slow.arrives()
  await preload('/site-admin/slow/')
  expect(slow.load).toHaveBeenCalledTimes(1)
  // No wait is needed: the page appears with the click.
  fireEvent.click(target)
  expect(shown()).toBe('slow')
})

test('a fragment link keeps the page, and so does Back from it', async () => {
  await openAt('/list/?page=2')
  fireEvent.change(screen.getByLabelText('typed'), { target: { value: 'here' } })
  act(() => {
    location.hash = '#part'
  })
  await waitFor(() => expect(address()).toBe('/list/?page=2#part'))
  act(() => history.back())
  await waitFor(() => expect(address()).toBe('/list/?page=2'))
  expect(screen.getByLabelText<HTMLInputElement>('typed').value).toBe('here')
})
