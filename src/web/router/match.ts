import { parse } from 'regexparam'
import type { PageAddress } from '#shared/pages.ts'
import { parseSearch, stringifySearch } from '#shared/search-params.ts'

/** An address of the product in canonical form: it ends in a slash, with the query string in plain text. */
export type Location = {
  pathname: string
  search: Record<string, string>
  /** With its `#`; empty without one. */
  hash: string
  /** The complete link. */
  href: PageAddress
}

/** Resolves a link relative to another address. */
export function locationOf(href: string, from = '/'): Location {
  const url = new URL(href, new URL(from, 'http://here'))
  // Two slashes at the beginning would name another site.
  const pathname = `${url.pathname}/`.replace(/^\/+/, '/').replace(/\/+$/, '/')
  const search = parseSearch(url.search)
  // An address without a page is reported on the screen.
  const written = (pathname + stringifySearch(search) + url.hash) as PageAddress
  return { pathname, search, hash: url.hash, href: written }
}

export type Match<P extends string> = { path: P; params: Record<string, string> }

/** Finds the path that an address matches, and its parameter. */
export function matcherOf<P extends string>(paths: readonly P[]): (pathname: string) => Match<P> | undefined {
  const patterns = paths.map((path) => ({ path, ...parse(path) }))
  return (pathname) => {
    for (const { path, pattern, keys } of patterns) {
      const found = pattern.exec(pathname)
      if (found) return filled(path, keys, found)
    }
    return undefined
  }
}

function filled<P extends string>(path: P, keys: string[], [, ...values]: string[]): Match<P> | undefined {
  try {
    return { path, params: Object.fromEntries(keys.map((key, at) => [key, decodeURIComponent(values[at]!)])) }
  } catch {
    return undefined // a lone % is no page
  }
}
