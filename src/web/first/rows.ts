import { addressOf, type FirstList, type HandedOver } from '#shared/lists/first-page.ts'
import {
  openingState,
  listQueryOf,
  declaredFor,
  type Opening,
  storageKeyOf,
} from '../table/state/list-state.ts'
import { parseSearch } from '../search-params.ts'
import { readStored } from '../storage.ts'

/** Rows on their way: the call as the list will make it, and its answer. */
export type AskedRows = {
  name: FirstList['name']
  query: Record<string, string | number>
  answer: Promise<Response>
}

declare global {
  interface Window {
    almonerRows?: AskedRows
  }
}

/** Asks for the rows that the list at this address opens with, before any of its code is there. */
export function askForRows(
  list: FirstList,
  { person, answers }: Pick<HandedOver, 'person' | 'answers'>,
): AskedRows {
  const archived = list.archived === true
  const declaration = declaredFor(list.declaration, archived)
  const state = openingState(
    parseSearch(location.search),
    declaration,
    readStored(storageKeyOf(person.id, declaration.table, archived)),
    answers.find(({ name }) => name === list.opening)?.answer as Opening | undefined,
  )
  const query = {
    ...listQueryOf(state, declaration, archived),
    page: state.page,
    page_size: state.pageSize,
  }
  const answer = fetch(addressOf(list.name.slice('GET '.length), {}, query), {
    credentials: 'same-origin',
    headers: { Accept: 'application/json', 'Accept-Language': person.language },
  })
  // A failure shows itself when the list asks again.
  answer.catch(() => undefined)
  return { name: list.name, query, answer }
}
