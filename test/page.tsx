import { readFileSync } from 'node:fs'
import { configure, fireEvent, waitFor } from '@testing-library/dom'
// @ts-expect-error -- jsdom brings no types
import { JSDOM } from 'jsdom'
import type { Root } from 'react-dom/client'
import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import { populateGlobal } from 'vitest/runtime'
import { type Client, cookiesOf, type TestApp, testApp, type TestAppOptions } from './app.ts'
import { polyfillDialogs } from './dialogs.tsx'

// Whole pages in jsdom on the real app, both in this process. A page is opened as in a browser: a new window at an
// address, the product's document, and its first module, so that nothing here knows about routing.

// A page's code is loaded while it opens, on a shared machine; dumping its whole HTML would explain no failure.
configure({ asyncUtilTimeout: 20_000, getElementError: (message) => new Error(message ?? 'not found') })

/** A call that a page made. */
export type PageCall = { method: string; path: string; body: unknown; idempotencyKey: string | undefined }
type CallHandler = (call: PageCall) => Promise<Response | undefined>

const html = readFileSync(new URL('../src/app/web/index.html', import.meta.url), 'utf8')
const nodeFetch = globalThis.fetch

const running = new Set<Promise<Response>>()
/** The page on the screen. */
let opened: { window: { close: () => void }; roots: Root[] } | undefined
/** Functions that restore Node's own globals and remove those of a window. */
let restoreGlobals = () => {}
let leaveWindow = () => {}
/** Browser storage kept from one page to the next, whoever is signed in. */
let kept: Record<string, string> = {}

/** A fresh browser: empty storage, no open page. Call it before each test, and once at the end. */
export async function newBrowser(): Promise<void> {
  await closePage()
  kept = {}
}

/**
 * The setup of most files: one app for all tests, each starting in a fresh browser on an emptied database. `begin`
 * receives the app before each test and creates common data. With `sharesClock` the browser uses the app's clock.
 */
export function eachOnNewPage(
  begin: (app: TestApp) => unknown,
  { sharesClock = false, ...options }: TestAppOptions & { sharesClock?: boolean } = {},
): void {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp(options)
    if (sharesClock) vi.useFakeTimers({ toFake: ['Date'], now: app.clock.now })
  })
  beforeEach(async () => {
    await newBrowser()
    await app.reset()
    await begin(app)
  })
  afterAll(async () => {
    if (sharesClock) vi.useRealTimers()
    await newBrowser()
    await app.close()
  })
}

/** Leaves the process clean for the next file: Node's own globals are restored, and no page state remains in memory. */
export async function leaveBrowser(): Promise<void> {
  await newBrowser()
  restoreGlobals()
  forgetPages()
}

/**
 * Drops the page modules, so that the next page loads as in a browser. Server modules stay: reloading them takes longer
 * than most tests, and `vi.resetModules` cannot tell them apart.
 */
export function forgetPages(): void {
  for (const [id, module] of evaluatedModules()) {
    if (id.startsWith('mock:') || !/\/src\/(.+\/)?web\//.test(id)) continue
    Object.assign(module, { promise: undefined, exports: undefined, evaluated: false })
    module.importers.clear()
  }
}

type Module = { promise: unknown; exports: unknown; evaluated: boolean; importers: Set<string> }
type Worker = { evaluatedModules: { idToModuleMap: Map<string, Module> } }

/** Vitest's own module list, which it does not export. */
function evaluatedModules(): Map<string, Module> {
  return (globalThis as unknown as { __vitest_worker__: Worker }).__vitest_worker__.evaluatedModules
    .idToModuleMap
}

/** Opens a new window at this address and makes its globals those of the process. */
function enterWindow(address: string): { close: () => void } {
  const { window } = new JSDOM(html, { url: `http://localhost${address}`, pretendToBeVisual: true })
  leaveWindow()
  const { keys, originals } = populateGlobal(globalThis, window, { bindFunctions: true })
  restoreGlobals = () => {
    for (const [key, own] of originals) Object.defineProperty(globalThis, key, own as PropertyDescriptor)
    globalThis.fetch = nodeFetch
  }
  leaveWindow = () => {
    for (const key of keys) if (!originals.has(key)) delete (globalThis as Record<string, unknown>)[key]
    restoreGlobals()
  }
  return window
}

/**
 * Loads the libraries of pages in a window, once per process. They decide while loading whether they are in a browser: a
 * file whose imports reached them before its first page left all later pages of the process without polling.
 */
export async function loadLibraries(): Promise<void> {
  if ('window' in globalThis) return
  const window = enterWindow('/')
  await Promise.all([import('react-dom/client'), import('@tanstack/react-query')])
  leaveWindow()
  window.close()
}

/** Opens an address of the product in the session of `client`; `before` may delay a call or answer it. */
export async function openPage(app: TestApp, client: Client, address: string, before?: CallHandler) {
  await closePage()
  const window = enterWindow(address)
  const roots: Root[] = []
  opened = { window, roots }
  completeWindow()
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)

  const made: PageCall[] = []
  const { cookie, csrf } = cookiesOf(client.token)
  document.cookie = `csrftoken=${csrf}; path=/`
  globalThis.fetch = async (url, init = {}) => {
    if (typeof url !== 'string' || !url.startsWith('/')) return nodeFetch(url, init)
    if (longestDelay > 0) await delay(init.signal)
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined
    const given = init.headers as Record<string, string> | undefined
    const idempotencyKey = given?.['Idempotency-Key']
    const call = { method: init.method ?? 'GET', path: url, body, idempotencyKey }
    made.push(call)
    const headers = { ...given, cookie }
    const answer = (async () => (await before?.(call)) ?? answerOf(app.base + url, { ...init, headers }))()
    running.add(answer)
    return answer.finally(() => running.delete(answer))
  }

  forgetPages()
  disableOwnerStacks((await import('react')).default)
  vi.doMock('react-dom/client', async (importOriginal) => {
    const original = await importOriginal<typeof import('react-dom/client')>()
    const createRoot: typeof original.createRoot = (...given) => {
      const root = original.createRoot(...given)
      roots.push(root)
      return root
    }
    return { ...original, createRoot }
  })
  await import('#app/web/main.tsx')
  return { ...userActions, made }
}

/**
 * The longest random delay before each call of a page, in ms: `PAGE_DELAYS=500 npx vitest run --project pages` finds
 * tests that rely on the order of answers.
 */
const longestDelay = Number(process.env.PAGE_DELAYS ?? 0)
const realTimeout = globalThis.setTimeout
async function delay(signal?: AbortSignal | null): Promise<void> {
  await new Promise<void>((go) => void realTimeout(go, Math.random() * longestDelay))
  signal?.throwIfAborted()
}

/**
 * React's development build records a stack trace for each element, a seventh of a page's time, and stops by itself
 * after ten thousand within a second. Only the text of its warnings shows it.
 */
function disableOwnerStacks(react: object): void {
  const name = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
  const { [name]: internals } = react as { [name]: object }
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => 10_000,
    set: () => {},
    configurable: true,
  })
}

/** The complete answer, even of a cancelled call: half of it would delay the app's shutdown. */
async function answerOf(url: string, { signal, ...init }: RequestInit): Promise<Response> {
  const answer = await nodeFetch(url, init)
  const { status, headers } = answer
  const body = status === 204 ? null : await answer.arrayBuffer()
  signal?.throwIfAborted()
  return new Response(body, { status, headers })
}

/** Closes the page. Its window's globals stay until the next one: running code may still use them. */
async function closePage(): Promise<void> {
  if (!opened) return
  kept = stored()
  for (const root of opened.roots) root.unmount()
  await Promise.allSettled(running)
  opened.window.close()
  opened = undefined
}

const stored = (): Record<string, string> => Object.fromEntries(Object.entries(localStorage))

/** Adds desktop features that jsdom lacks: light theme, with motion. */
function completeWindow(): void {
  polyfillDialogs()
  const matchMedia = (media: string) => ({
    media,
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })
  Object.assign(globalThis, { matchMedia, scrollTo: () => undefined })
  Object.assign(Element.prototype, { scrollTo: () => undefined, scrollIntoView: () => undefined })
}

const nextTurn = globalThis.setImmediate
/**
 * Lets React run the effects of what it has drawn, on a busy machine a turn or two later: a key pressed as soon as an
 * element is there would find no handler.
 */
export async function flushEffects(): Promise<void> {
  for (let turn = 0; turn < 3; turn++)
    // oxlint-disable-next-line no-await-in-loop -- one turn after another
    await new Promise<void>((go) => void nextTurn(go))
}

type Name = string | RegExp
const nameOf = (element: HTMLElement & { labels?: NodeListOf<HTMLLabelElement> | null }) =>
  element.getAttribute('aria-label') ?? (element.labels?.[0] ?? element).textContent

/** The same without content hidden from readers, such as the key on a button. */
function spokenOf(element: HTMLElement): string {
  return element.getAttribute('aria-label') ?? textSpoken(element).trim()
}

/** Called for every button on each look, so it makes no copy. */
function textSpoken(node: Node): string {
  let text = ''
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child instanceof Text) text += child.data
    else if (child instanceof Element && !child.hasAttribute('aria-hidden')) text += textSpoken(child)
  }
  return text
}

/** By selector and name: role queries over a whole page take jsdom seconds. */
function find<E extends HTMLElement>(selector: string, name: Name, inside: ParentNode = document) {
  const fits = (text: string) => (typeof name === 'string' ? text === name : name.test(text))
  const isCalled = (each: E) => fits(nameOf(each)) || fits(spokenOf(each))
  return [...inside.querySelectorAll<E>(selector)].find(isCalled)
}

function seen<E extends HTMLElement>(selector: string, name: Name, inside?: ParentNode): E {
  const element = find<E>(selector, name, inside)
  if (element) return element
  const there = [...(inside ?? document).querySelectorAll<E>(selector)].map(nameOf)
  throw new Error(`no ${selector} is called ${String(name)}, but: ${there.join(' | ')}`)
}

const found = <E extends HTMLElement>(selector: string, name: Name, inside?: ParentNode): Promise<E> =>
  waitFor(() => seen<E>(selector, name, inside))

/** A button whose last press is still running, or a disabled one. */
const ignoresClicks = (element: HTMLElement) => element.matches('[aria-busy=true], :disabled')

const pressable = 'button, a, [role=menuitem], [role=tab], input[type=checkbox], input[type=radio]'

/** A person's actions on a page. */
const userActions = {
  find,
  found,
  /** Waits for an enabled button, link or box of this name and presses it. */
  press: async (name: Name, inside?: ParentNode, how: MouseEventInit = {}) => {
    const taking = await waitFor(() => {
      const element = seen(pressable, name, inside)
      if (ignoresClicks(element)) throw new Error(`${String(name)} is busy or disabled`)
      return element
    })
    fireEvent.click(taking, how)
  },
  /** Waits for the field with this label and types into it. */
  type: async (label: Name, value: string) =>
    void fireEvent.input(await found('input, textarea', label), { target: { value } }),
  /** Waits for the dialog with this title. */
  dialog: async (title: Name) => (await found('dialog[open] h2', title)).closest('dialog')!,
  /** The texts of the page's toasts and of other alerts. */
  alerts: () => [...document.querySelectorAll('[role=alert]')].map((alert) => alert.textContent),
  /** The titles of the list's rows; waits until there are some. */
  rows: () =>
    waitFor(() => {
      const titles = [...document.querySelectorAll('tbody [data-row-title]')]
      if (titles.length === 0) throw new Error(`no rows: ${document.querySelector('main')?.textContent}`)
      return titles.map((title) => title.textContent)
    }),
  /** The browser's storage, by key. */
  stored,
  address: () => location.pathname + location.search,
}
