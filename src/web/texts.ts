/**
 * Texts of the page: one language at a time, loaded as its own file; those of areas beyond the first pages follow. In
 * components `const t = useText()` and `t('actions.save')`, `t('list.selected', { count: 3 })`; outside of them
 * `translate('list.error')`. A wrong key or a missing parameter does not compile; a key known only at run time goes
 * through `t.of(key)`.
 */
import { useMemo } from 'react'
import { defaultLocale, fill, intlTag, type Locale, type ParameterList, locales } from '#shared/messages.ts'
import type { TextKey, Texts } from '#shared/text-keys.ts'
import { readStored, writeStored } from './storage.ts'
import { createStore, useStore } from './store.ts'

export type { TextKey } from '#shared/text-keys.ts'
export type Translate = {
  <K extends TextKey>(key: K, ...parameters: ParameterList<Texts[K][0]>): string
  /** For keys known only at run time; an unknown key is shown unchanged. */
  of: (key: string, parameters?: Record<string, string | number>) => string
}

/** While incomplete, missing texts are empty. */
type Current = { locale: Locale; texts: Record<string, string>; isWhole: boolean }
const current = createStore<Current>({ locale: defaultLocale, texts: {}, isWhole: false })
const storageKey = 'almoner.language'

type Load = Record<Locale, () => Promise<{ texts: Record<string, string> }>>
const load: Load = {
  en_US: () => import('virtual:texts/en_US'),
  du_DE: () => import('virtual:texts/du_DE'),
  sie_DE: () => import('virtual:texts/sie_DE'),
}
const loadBehind: Load = {
  en_US: () => import('virtual:texts/en_US/behind'),
  du_DE: () => import('virtual:texts/du_DE/behind'),
  sie_DE: () => import('virtual:texts/sie_DE/behind'),
}

/** The language before sign-in: the last one used here, else the browser's. */
export function firstLocale(): Locale {
  const stored = locales.find((locale) => locale === readStored(storageKey))
  return stored ?? (/^de/i.test(navigator.language) ? 'sie_DE' : defaultLocale)
}

type Part = { locale: Locale; texts: Record<string, string> }
/** The current language, or the next one while its texts load. */
let wanted: Locale = defaultLocale
/** The texts of the first pages and of all other areas, each with its language. */
let first: Part | undefined
let behind: Part | undefined
let wantsAll = false

/** Loads a language and shows it without reloading the page, so that no input is lost. */
export async function showLocale(locale: Locale): Promise<void> {
  wanted = locale
  const [{ texts }] = await Promise.all([load[locale](), wantsAll ? addBehind(locale) : undefined])
  first = { locale, texts }
  putInPlace()
  writeStored(storageKey, locale)
}

/** Loads the texts of all areas: with any code loaded on demand, and after the first page. */
export async function loadAllTexts(): Promise<void> {
  wantsAll = true
  if (behind?.locale !== wanted) await addBehind(wanted)
}

async function addBehind(locale: Locale): Promise<void> {
  const { texts } = await loadBehind[locale]()
  behind = { locale, texts }
  putInPlace()
}

function putInPlace(): void {
  if (first?.locale !== wanted) return
  const more = behind?.locale === wanted ? behind.texts : undefined
  current.set({ locale: wanted, texts: { ...first.texts, ...more }, isWhole: more !== undefined })
  document.documentElement.lang = intlTag[wanted].slice(0, 2)
}

/** Installs all texts; tests use it to work without built files. */
export function setTexts(locale: Locale, texts: Record<string, string>): void {
  wanted = locale
  first = { locale, texts }
  behind = { locale, texts: {} }
  putInPlace()
}

export function currentLocale(): Locale {
  return current.get().locale
}

function translator({ locale, texts, isWhole }: Current): Translate {
  const of = (key: string, parameters?: Record<string, string | number>) =>
    fill(texts[key] ?? (isWhole ? key : ''), locale, parameters)
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

/** The translate function; its identity, and so memoized parts, change only with the language. */
export function useText(): Translate {
  const state = useStore(current)
  return useMemo(() => translator(state), [state])
}

export function useLocale(): Locale {
  return useStore(current).locale
}
