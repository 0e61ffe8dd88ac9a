/**
 * Texts of the page: one language at a time, loaded as its own file; those of areas beyond the first pages follow. In
 * components `const t = useText()` and `t('actions.save')`, `t('list.selected', { count: 3 })`; outside of them
 * `translate('list.error')`. A wrong key or a missing parameter does not compile; a key known only at run time goes
 * through `t.of(key)`.
 */
import { defaultLocale, fill, intlTag, type Locale, type ParameterList, locales } from '#shared/messages.ts'
import type { TextKey, Texts } from '#shared/text-keys.ts'
import { languageKey, readStored, writeStored } from './storage.ts'
import { createStore, useStore } from './store.ts'

export type { TextKey } from '#shared/text-keys.ts'
export type Translate = {
  <K extends TextKey>(key: K, ...parameters: ParameterList<Texts[K][0]>): string
  /** For keys known only at run time; an unknown key is shown unchanged. */
  of: (key: string, parameters?: Record<string, string | number>) => string
}

type Part = { locale: Locale; texts: Record<string, string> }
/** The shown language with the texts of the first pages and the function that translates into it. */
const current = createStore<Part & { t: Translate }>(translating({ locale: defaultLocale, texts: {} }))

type Load = Record<Locale, () => Promise<{ texts: Record<string, string> }>>
const load: Load = {
  en_US: () => import('virtual:texts/en_US'),
  du_DE: () => import('virtual:texts/du_DE'),
  sie_DE: () => import('virtual:texts/sie_DE'),
}
const loadOtherAreas: Load = {
  en_US: () => import('virtual:texts/en_US/behind'),
  du_DE: () => import('virtual:texts/du_DE/behind'),
  sie_DE: () => import('virtual:texts/sie_DE/behind'),
}

/** The language before sign-in: the last one used here, else the browser's. */
export function firstLocale(): Locale {
  const stored = locales.find((locale) => locale === readStored(languageKey))
  return stored ?? (/^de/i.test(navigator.language) ? 'sie_DE' : defaultLocale)
}

/** The current language, or the next one while its texts load. */
let requestedLocale: Locale = defaultLocale
/** The texts of all other areas, empty until loaded. */
const otherAreas: Partial<Record<Locale, Record<string, string>>> = {}
let wantsAll = false
/** A text was shown empty: the page draws again once the others are there. */
let hasMissingTexts = false

/** Loads a language and shows it without reloading the page, so that no input is lost. */
export async function showLocale(locale: Locale): Promise<void> {
  requestedLocale = locale
  const [{ texts }] = await Promise.all([load[locale](), wantsAll ? loadAllTexts() : undefined])
  if (requestedLocale === locale) show({ locale, texts })
  writeStored(languageKey, locale)
}

/** Loads the texts of all areas: with any code loaded on demand, and after the first page. */
export async function loadAllTexts(): Promise<void> {
  wantsAll = true
  if (!otherAreas[requestedLocale]) await addOtherAreas(requestedLocale)
}

async function addOtherAreas(locale: Locale): Promise<void> {
  const { texts } = await loadOtherAreas[locale]()
  otherAreas[locale] = texts
  const shown = current.get()
  if (hasMissingTexts && shown.locale === locale) show(shown)
}

function show(part: Part): void {
  hasMissingTexts = false
  current.set(translating(part))
  if (typeof document !== 'undefined') document.documentElement.lang = intlTag[part.locale].slice(0, 2)
}

/** All texts of a language, without showing them. */
export async function loadTexts(locale: Locale): Promise<Record<string, string>> {
  const [first, others] = await Promise.all([load[locale](), loadOtherAreas[locale]()])
  return { ...others.texts, ...first.texts }
}

/** Installs all texts; tests use it to work without built files, and the server. */
export function setTexts(locale: Locale, texts: Record<string, string>): void {
  requestedLocale = locale
  otherAreas[locale] = {}
  show({ locale, texts })
}

export function currentLocale(): Locale {
  return current.get().locale
}

function translating(part: Part): Part & { t: Translate } {
  const of = (key: string, parameters?: Record<string, string | number>) =>
    fill(part.texts[key] ?? textOfOtherArea(key, part.locale), part.locale, parameters)
  const t = <K extends TextKey>(key: K, ...parameters: ParameterList<Texts[K][0]>) => of(key, parameters[0])
  return { ...part, t: Object.assign(t, { of }) }
}

function textOfOtherArea(key: string, locale: Locale): string {
  const texts = otherAreas[locale]
  if (texts) return texts[key] ?? key
  hasMissingTexts = true
  return ''
}

/** A text outside of components, e.g. for a toast. */
export const translate: Translate = Object.assign(
  <K extends TextKey>(key: K, ...parameters: ParameterList<Texts[K][0]>) =>
    current.get().t(key, ...parameters),
  {
    of: (key: string, parameters?: Record<string, string | number>) => current.get().t.of(key, parameters),
  },
)

/** The translate function; its identity, and so memoized parts, change only with the language. */
export const useText = (): Translate => useStore(current).t

export function useLocale(): Locale {
  return useStore(current).locale
}
