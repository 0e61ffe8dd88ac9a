import { addressOf, type FirstList, type InitialData } from '#shared/lists/first-page.ts'
import { type RowsQuery, rowsQueryOf } from '#shared/lists/first-rows.ts'
import { storageKeyOf } from '#shared/lists/list-state.ts'
import { readStored } from '../storage.ts'

export type RequestedRows = {
  name: FirstList['name']
  query: RowsQuery
  answer: Promise<Response>
}

declare global {
  interface Window {
    almonerRows?: RequestedRows
  }
}

/** Requests the rows of the list at this address before its code has loaded. */
export function requestRows(
  list: FirstList,
  { person, answers }: Pick<InitialData, 'person' | 'answers'>,
): RequestedRows {
  const { table } = list.declaration
  const stored = readStored(storageKeyOf(person.id, table, list.archived))
  const query = rowsQueryOf(list, answers, location.search, stored)
  const answer = fetch(addressOf(list.name.slice('GET '.length), {}, query), {
    credentials: 'same-origin',
    headers: { Accept: 'application/json', 'Accept-Language': person.language },
  })
  // The list repeats a failed call and then shows the error.
  answer.catch(() => undefined)
  return { name: list.name, query, answer }
}
