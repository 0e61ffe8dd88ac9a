import type { PagePath } from '#shared/pages.ts'
import { type LazyPart, lazyPart } from '../lazy-part.ts'

/** What stands at an address: a page inside the shell, which asks for a sign-in, one outside, or another address. */
export type Page = { kind: 'inside' | 'outside'; part: LazyPart } | { kind: 'moved'; to: PagePath }
export type Pages<P extends string = string> = Readonly<Record<P, Page>>

/** A page of the back-office, in its shell. */
export function page<M, K extends keyof M>(load: () => Promise<M>, name: K): Page {
  return { kind: 'inside', part: lazyPart(load, name) as LazyPart }
}

/** A page of the back-office that people begin with: it comes with nothing but the texts it says itself. */
export function firstPage<M, K extends keyof M>(load: () => Promise<M>, name: K): Page {
  return { kind: 'inside', part: lazyPart(load, name, { first: true }) as LazyPart }
}

/** A page before signing in; `first` for the one that people begin with. */
export function outside<M, K extends keyof M>(load: () => Promise<M>, name: K, { first = false } = {}): Page {
  return { kind: 'outside', part: lazyPart(load, name, { first }) as LazyPart }
}

/** An old address that opens a page under its new one; the query string goes with it. */
export function moved(to: PagePath): Page {
  return { kind: 'moved', to }
}
