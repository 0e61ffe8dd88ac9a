import { parse } from 'regexparam'
import type { PageAddress } from '#shared/pages.ts'
import { parseSearch, stringifySearch } from '../search-params.ts'

/** An address of the product, as it is written: ends in a slash, query string in plain text. */
export type Location = {
  pathname: string
  search: Record<string, string>
  /** With its `#`; empty without one. */
  hash: string
  /** All of it, as in a link. */
  href: PageAddress
}

/** The address that a link means, seen from another one. */
export function locationOf(href: string, from = '/'): Location {
  const url = new URL(href, new URL(from, 'http://here'))
  // Two slashes at the beginning would name another site.
  const pathname = `${url.pathname}/`.replace(/^\/+/, '/').replace(/\/+$/, '/')
  const search = parseSearch(url.search)
  // One that is no page says so on the screen.
  const written = (pathname + stringifySearch(search) + url.hash) as PageAddress
  return { pathname, search, hash: url.hash, href: written }
}

export type Match<P extends string> = { path: P; params: Record<string, string> }

/** Finds which of the paths an address means, and what stands in its varying part. */
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
