/**
 * Inlined in the document's head and run before the first paint: colours and language of the person (or of the last
 * visit), the download of that language's texts, and the call for the list's rows in parallel with the page's code.
 * Built by `vite/first-paint.ts`; the content security policy knows it by its hash.
 */
import { type Rendered, windowCookie } from '#shared/lists/first-page.ts'
import { initialData } from './initial-data.ts'
import { appearanceKey, densityKey, languageKey, railKey, readStored } from '../storage.ts'
import { askForRows } from './rows.ts'

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
  const asked = askForRows(initial.list, initial)
  window.almonerRows = asked
  if (initial.rendered) prepare(isAsRendered(initial.person.id, initial.rendered, asked.query))
}
// The server renders the next page for this width.
const noteWidth = () => {
  document.cookie = `${windowCookie}=${innerWidth};path=/site-admin/;max-age=31536000;samesite=lax`
}
noteWidth()
addEventListener('pagehide', noteWidth)

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
