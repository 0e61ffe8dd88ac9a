/**
 * Inlined in the document's head and run before the first paint: colours and language of the person (or of the last
 * visit), the download of that language's texts, and the call for the list's rows in parallel with the page's code.
 * Built by `vite/first-paint.ts`; the content security policy knows it by its hash.
 */
import { handedOver } from './handed-over.ts'
import { askForRows } from './rows.ts'

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null // storage is disabled: the defaults apply
  }
}

const root = document.documentElement
const handed = handedOver()
const chosen = handed?.person.appearance ?? stored('almoner.appearance')
const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
root.setAttribute('data-color-scheme', dark ? 'dark' : 'light')

const language =
  handed?.person.language ??
  stored('almoner.language') ??
  (/^de/i.test(navigator.language) ? 'sie_DE' : 'en_US')
root.lang = language === 'en_US' ? 'en' : 'de'
const texts = document.currentScript?.getAttribute(`data-${language.toLowerCase().replace('_', '-')}`)
if (texts) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = texts
  document.head.appendChild(link)
}

if (handed?.list) window.almonerRows = askForRows(handed.list, handed)
