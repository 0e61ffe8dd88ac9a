/**
 * Inlined in the document's head and run before the first paint: colours and language of the person (or of the last
 * visit), the download of that language's texts, and the call for the list's rows in parallel with the page's code.
 * Built by `vite/first-paint.ts`; the content security policy knows it by its hash.
 */
import { type Rendered, windowCookie } from '#shared/lists/first-page.ts'
import { appearanceKey, densityKey, languageKey, railKey, readStored } from '../storage.ts'
import { initialData } from './initial-data.ts'
import { requestRows } from './rows.ts'

declare global {
  interface Window {
    almonerNotLoaded?: () => void
  }
}

/** By language, from the catalogue (`vite/first-paint.ts`). */
declare const NOT_LOADED: Readonly<Record<string, readonly [message: string, button: string]>>

const root = document.documentElement
const initial = initialData()
const chosen = initial?.person.appearance ?? readStored(appearanceKey)
const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
root.setAttribute('data-color-scheme', dark ? 'dark' : 'light')

const language =
  initial?.person.language ??
  readStored(languageKey) ??
  (/^de/i.test(navigator.language) ? 'sie_DE' : 'en_US')
root.lang = language === 'en_US' ? 'en' : 'de'
const texts = document.currentScript?.getAttribute(`data-${language.toLowerCase().replace('_', '-')}`)
if (texts) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = texts
  document.head.appendChild(link)
}

if (initial?.list) {
  const asked = requestRows(initial.list, initial)
  window.almonerRows = asked
  if (initial.rendered) prepare(isAsRendered(initial.person.id, initial.rendered, asked.query))
}
// True once the page's code or a file that it imports failed to load. Code of single pages reports its own failure.
let isNotLoadedShown = false
addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && showNotLoaded(), true)
window.almonerNotLoaded = showNotLoaded

// The server renders the next page for this width.
const storeWidth = () => {
  document.cookie = `${windowCookie}=${innerWidth};path=/site-admin/;max-age=31536000;samesite=lax`
}
storeWidth()
addEventListener('pagehide', storeWidth)

/**
 * Whether this window would show what the server rendered: the same width, the navigation open, the same filters. A
 * narrow window or large text has another layout (`theme.ts`).
 */
function isAsRendered(person: number, { query, width }: Rendered, asked: object): boolean {
  return (
    innerWidth === width &&
    matchMedia('(min-width: 75em)').matches &&
    readStored(railKey(person)) !== 'folded' &&
    JSON.stringify(query) === JSON.stringify(asked)
  )
}

/**
 * Shows what the server rendered, with the rows' height as in `density.ts`, or hides and removes it. Its widths become
 * styles again, which the policy forbids in the document. All before any code of the page runs.
 */
function prepare(isShown: boolean): void {
  if (isShown)
    root.dataset.density =
      readStored(densityKey) ?? (matchMedia('(min-height: 48em)').matches ? 'comfortable' : 'compact')
  else root.dataset.rendered = 'hidden'
  const whenParsed = () => {
    const page = document.getElementById('root')!
    if (!isShown) page.replaceChildren()
    delete root.dataset.rendered
    for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) {
      element.style.cssText = element.dataset.style!
      delete element.dataset.style
    }
  }
  document.addEventListener('readystatechange', whenParsed, { once: true })
}

/** Reports that the page's code is missing, which no other code can do. */
function showNotLoaded(): void {
  if (isNotLoadedShown) return
  isNotLoadedShown = true
  const [message, button] = NOT_LOADED[language] ?? NOT_LOADED.en_US!
  const bar = document.createElement('div')
  bar.role = 'alert'
  bar.className = 'offline'
  bar.textContent = `${message} `
  const reload = document.createElement('button')
  reload.className = 'button default sm'
  reload.textContent = button
  reload.onclick = () => location.reload()
  bar.append(reload)
  // While the document is still being parsed, it has no body yet.
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', () => document.body.prepend(bar))
  else document.body.prepend(bar)
}
