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

/** Requests the rows of the list at this address before its code has loaded. */
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
  // The list repeats a failed call and then shows the error.
  answer.catch(() => undefined)
  return { name: list.name, query, answer }
}
