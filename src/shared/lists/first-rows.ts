import { parseSearch } from '../search-params.ts'
import type { FirstList, InitialData } from './first-page.ts'
import { declarationFor, listQueryOf, type Opening, openingState } from './list-state.ts'

export type RowsQuery = Record<string, string | number>

/**
 * The query of the rows that a page opens with, at an address's query string. `stored` are the person's filters in the
 * browser, which the server does not know.
 */
export function rowsQueryOf(
  list: FirstList,
  answers: InitialData['answers'],
  search: string,
  stored?: string,
): RowsQuery {
  const archived = list.archived === true
  const declaration = declarationFor(list.declaration, archived)
  const opening = answers.find(({ name }) => name === list.opening)?.answer as Opening | undefined
  const state = openingState(parseSearch(search), declaration, stored, opening)
  return {
    ...listQueryOf(state, declaration, archived),
    page: state.page,
    page_size: state.pageSize,
  }
}
