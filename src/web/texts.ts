/**
 * Texts of the page: one language at a time, loaded as its own file. In components `const t = useText()` and
 * `t('actions.save')`, `t('list.selected', { count: 3 })`; outside of them `translate('list.error')`.
 * A wrong key or a missing parameter does not compile; a key known only at run time goes through `t.of(key)`.
 */
import { useMemo } from 'react'
import { defaultLocale, fill, intlTag, type Locale, type ParameterList, locales } from '#shared/messages.ts'
import type { TextKey, Texts } from '#shared/text-keys.ts'
import { readStored, writeStored } from './storage.ts'
import { createStore, useStore } from './store.ts'

export type { TextKey } from '#shared/text-keys.ts'
export type Translate = {
  <K extends TextKey>(key: K, ...parameters: ParameterList<Texts[K][0]>): string
  /** For keys known only at run time; an unknown key is shown as it is. */
  of: (key: string, parameters?: Record<string, string | number>) => string
}

type Current = { locale: Locale; texts: Record<string, string> }
const current = createStore<Current>({ locale: defaultLocale, texts: {} })
const storageKey = 'almoner.language'

const load: Record<Locale, () => Promise<{ texts: Record<string, string> }>> = {
  en_US: () => import('virtual:texts/en_US'),
  du_DE: () => import('virtual:texts/du_DE'),
  sie_DE: () => import('virtual:texts/sie_DE'),
}

/** The language before anybody has signed in: the last one used here, else the browser's. */
export function firstLocale(): Locale {
  const stored = locales.find((locale) => locale === readStored(storageKey))
  return stored ?? (/^de/i.test(navigator.language) ? 'sie_DE' : defaultLocale)
}

/** Loads a language and shows it without reloading the page, so that nothing typed is lost. */
export async function showLocale(locale: Locale): Promise<void> {
  const { texts } = await load[locale]()
  setTexts(locale, texts)
  writeStored(storageKey, locale)
}

/** Puts texts in place; tests use it to work without built files. */
export function setTexts(locale: Locale, texts: Record<string, string>): void {
  current.set({ locale, texts })
  document.documentElement.lang = intlTag[locale].slice(0, 2)
}

export function currentLocale(): Locale {
  return current.get().locale
}

function translator({ locale, texts }: Current): Translate {
  const of = (key: string, parameters?: Record<string, string | number>) =>
    fill(texts[key] ?? key, locale, parameters)
  return Object.assign(
    <K extends TextKey>(key: K, ...parameters: ParameterList<Texts[K][0]>) => of(key, parameters[0]),
    { of },
  )
}

/** A text outside of components, e.g. for a toast. */
export const translate: Translate = Object.assign(
  <K extends TextKey>(key: K, ...parameters: ParameterList<Texts[K][0]>) =>
    translator(current.get()).of(key, parameters[0]),
  {
    of: (key: string, parameters?: Record<string, string | number>) =>
      translator(current.get()).of(key, parameters),
  },
)

/** The translate function; it is a new one, and so redraws memoized parts, only when the language changes. */
export function useText(): Translate {
  const state = useStore(current)
  return useMemo(() => translator(state), [state])
}

export function useLocale(): Locale {
  return useStore(current).locale
}
