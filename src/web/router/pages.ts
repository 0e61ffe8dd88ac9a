import type { PagePath } from '#shared/pages.ts'
import { type LazyPart, lazyPart } from '../lazy-part.ts'

/** The target of an address: a page inside the shell, which requires a sign-in, one outside, or another address. */
export type Page = { kind: 'inside' | 'outside'; part: LazyPart } | { kind: 'moved'; to: PagePath }
export type Pages<P extends string = string> = Readonly<Record<P, Page>>

/** A page of the back-office, in its shell. */
export function page<M, K extends keyof M>(load: () => Promise<M>, name: K): Page {
  return { kind: 'inside', part: lazyPart(load, name) as LazyPart }
}

/** An entry page of the back-office: it loads only its own texts. */
export function firstPage<M, K extends keyof M>(load: () => Promise<M>, name: K): Page {
  return { kind: 'inside', part: lazyPart(load, name, { first: true }) as LazyPart }
}

/** A page before sign-in; `first` for the entry page. */
export function outside<M, K extends keyof M>(load: () => Promise<M>, name: K, { first = false } = {}): Page {
  return { kind: 'outside', part: lazyPart(load, name, { first }) as LazyPart }
}

/** An old address that redirects to a new one, with its query string. */
export function moved(to: PagePath): Page {
  return { kind: 'moved', to }
}
