import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { locales, pick, type Entry, type Locale } from '../src/shared/messages.ts'

const prefix = 'virtual:texts/'
const source = new URL('../src/app/texts.ts', import.meta.url)

/** Beginnings of the keys that only the server says: the page does not carry them, but for those it says as well. */
const beginnings = [
  'api_docs.',
  'email_templates.sample.',
  'errors.',
  'imports.file_errors.',
  'imports.refusals.',
  'preview.',
]
const saidByBoth = ['errors.needs_frozen', 'errors.too_large']

/** True for a text that the page does not need. */
export function isSaidByServer(key: string): boolean {
  return beginnings.some((start) => key.startsWith(start)) && !saidByBoth.includes(key)
}

/** Serves `virtual:texts/<locale>`: the product's texts in one language, so that a page loads only the one it shows. */
export function textModules(): Plugin {
  return {
    name: 'almoner-texts',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined
      const locale = id.slice(prefix.length + 1) as Locale
      if (!locales.includes(locale)) throw new Error(`There is no language ${locale}`)
      return `export const texts = ${JSON.stringify(await textsOf(locale))}`
    },
  }
}

async function textsOf(locale: Locale): Promise<Record<string, string>> {
  const { texts } = (await import(pathToFileURL(source.pathname).href)) as { texts: Record<string, Entry> }
  const shown = Object.entries(texts).filter(([key]) => !isSaidByServer(key))
  return Object.fromEntries(shown.map(([key, entry]) => [key, pick(entry, locale)]))
}
