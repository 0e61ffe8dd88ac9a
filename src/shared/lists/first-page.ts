import type { ListDeclaration } from './list-declaration.ts'

/** A reading call that a page makes in any case, by the route's name and the arguments the page would give. */
export type FirstCall = {
  name: `GET /${string}`
  params?: Record<string, string>
  query?: Record<string, string | number>
}

/** The list a page opens with. The page asks for it itself: a person's stored filters are known to the browser only. */
export type FirstList = {
  name: `GET /${string}`
  declaration: ListDeclaration
  archived?: boolean
  /** The call whose answer says, as `query`, what the list opens with for the person; it is handed over as well. */
  opening?: FirstCall['name']
}

/** What a page needs before it can show itself. */
export type FirstNeeds = { calls?: readonly FirstCall[]; list?: FirstList }

/** What stands in the document for somebody who is signed in: answers to calls the page need not make any more. */
export type HandedOver = {
  /** Whose it is, and the language the answers are in. */
  person: { id: number; language: string; appearance: string }
  answers: readonly (FirstCall & { answer: unknown })[]
  list?: FirstList
}

/** The id of the element that holds what was handed over, as JSON. */
export const handedOverId = 'handed-over'

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
