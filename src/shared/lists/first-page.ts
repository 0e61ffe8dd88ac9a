import type { Locale } from '../messages.ts'
import type { ListDeclaration } from './list-declaration.ts'

/** A call that a page always makes, by the route's name and the page's arguments. */
export type FirstCall = {
  name: `GET /${string}`
  params?: Record<string, string>
  query?: Record<string, string | number>
}

/** A call with its answer. */
export type AnsweredCall = FirstCall & { answer: unknown }

/** The list a page opens with. The page requests it itself: only the browser knows a person's stored filters. */
export type FirstList = {
  name: `GET /${string}`
  declaration: ListDeclaration
  archived?: boolean
  /** The call whose answer holds the person's opening state as `query`; its answer is embedded as well. */
  opening?: FirstCall['name']
}

export type FirstNeeds = { calls?: readonly FirstCall[]; list?: FirstList }

/** Data in the document of a signed-in person: answers to calls that the page then skips. */
export type InitialData = {
  /** The person and the language of the answers. */
  person: { id: number; language: Locale; appearance: string }
  answers: readonly AnsweredCall[]
  list?: FirstList
  rendered?: Rendered
}

/** What the document shows already: rows of this query, rendered for a window of this width in px. */
export type Rendered = { query: Record<string, string | number>; width: number }

/** A page to render on the server: its address, the embedded answers, the rows of its list, the window's width in px. */
export type PageToRender = {
  href: string
  initial: InitialData
  rows: AnsweredCall
  width: number
}
export type Prerender = (page: PageToRender) => Promise<string>

/** The cookie in which the page notes the width of its window, in px. */
export const windowCookie = 'almoner-window'

/** The id of the element with the embedded answers, as JSON. */
export const initialDataId = 'initial-data'

/** The address of a call, as the page would write it. */
export function addressOf(
  path: string,
  params: Record<string, string | number> = {},
  query: Record<string, string | number | boolean | undefined> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_whole, key: string) => encodeURIComponent(String(params[key])))
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(entries.map(([key, value]): [string, string] => [key, String(value)]))
  return search.size > 0 ? `${filled}?${search}` : filled
}
