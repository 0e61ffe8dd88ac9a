import { expect, test } from 'vitest'
import type { ListDeclaration } from './list-declaration.ts'
import {
  firstState,
  hasOnlyInitialFilters,
  knownFilters,
  listQueryOf,
  openingState,
  parseStored,
  readListState,
  hasListParams,
  storageKeyOf,
  stringifyStored,
  writeListState,
} from './list-state.ts'

const declaration: ListDeclaration = {
  table: 'things',
  filters: { status: ['open', 'done'], owner: 'any' },
  ordering: ['title', 'status'],
  defaultOrdering: 'title',
  archivable: true,
}

test('a state written into the address reads back the same', () => {
  const state = {
    page: 3,
    pageSize: 50,
    search: 'Müller & Söhne',
    ordering: '-status',
    filters: { status: ['open', 'done'], owner: ['a-b'] },
  }
  expect(readListState(writeListState(state), declaration)).toEqual(state)
})

test('a list in its default state has a plain address', () => {
  expect(writeListState(firstState)).toEqual({})
})

test('unknown pages, sizes, orderings and filter values in an address are ignored', () => {
  const params = { page: '-4', page_size: '33', ordering: '-price', status: 'open,lost', colour: 'red' }
  expect(readListState(params, declaration)).toEqual({ ...firstState, filters: { status: ['open'] } })
})

test('any list parameter counts as list state in the address, other parameters do not', () => {
  expect(hasListParams({ status: 'open' }, declaration)).toBe(true)
  expect(hasListParams({ page: '2' }, declaration)).toBe(true)
  expect(hasListParams({ next: '/x/' }, declaration)).toBe(false)
})

test('a list opens with its own filters when neither address nor storage has any', () => {
  const opening = { ...declaration, opensWith: { status: ['open'] } }
  const filtersOf = (params: Record<string, string>, stored?: string) =>
    openingState(params, opening, stored).filters
  expect(filtersOf({})).toEqual({ status: ['open'] })
  expect(filtersOf({ task: 'x' })).toEqual({ status: ['open'] })
  expect(filtersOf({ page: '1' })).toEqual({})
  expect(filtersOf({ status: 'done' })).toEqual({ status: ['done'] })
  expect(filtersOf({}, '[{"filterName":"owner","selected":["a-b"]}]')).toEqual({ owner: ['a-b'] })
  const asOpened = (filters: Record<string, string[]>, search = '') =>
    hasOnlyInitialFilters({ ...firstState, filters, search }, opening)
  expect([asOpened({}), asOpened({ status: ['open'] })]).toEqual([true, true])
  expect([asOpened({ status: ['done'] }), asOpened({ owner: ['a-b'] })]).toEqual([false, false])
  expect(asOpened({ status: ['open'], owner: ['a-b'] })).toBe(false)
  expect(asOpened({ status: ['open'] }, 'kita')).toBe(false)
})

test('a person’s opening yields to the address and to stored filters, and precedes the list’s own', () => {
  const opensWith = { ...declaration, opensWith: { status: ['open'] } }
  const opening = { query: 'status=done&ordering=-title&search=kita&page=3' }
  const opened = (params: Record<string, string>, stored?: string) =>
    openingState(params, opensWith, stored, opening)
  expect(opened({})).toEqual({
    ...firstState,
    filters: { status: ['done'] },
    ordering: '-title',
    search: 'kita',
  })
  expect(opened({ page: '1' })).toEqual(firstState)
  expect(opened({}, '[{"filterName":"status","selected":["open"]}]').filters).toEqual({ status: ['open'] })
  expect(openingState({}, opensWith, undefined, { query: '' })).toEqual(firstState)
})

test('the server query includes the view and no paging', () => {
  const state = { ...firstState, page: 4, filters: { status: ['done'] } }
  expect(listQueryOf(state, declaration, false)).toEqual({ status: 'done', exclude_status: 'archived' })
  expect(listQueryOf(state, declaration, true)).toEqual({ status: 'done', archived: 'true' })
})

test.each([
  ['a person and a table', storageKeyOf(7, 'things'), 'almoner.filters.7.things'],
  ['another person', storageKeyOf(8, 'things'), 'almoner.filters.8.things'],
  ['another table', storageKeyOf(7, 'people'), 'almoner.filters.7.people'],
  ['the archive of the table', storageKeyOf(7, 'things', true), 'almoner.filters.7.things.archive'],
  ['nobody signed in', storageKeyOf(undefined, 'things'), 'almoner.filters.nobody.things'],
])('stored filters have separate keys: %s', (_case, key, expected) => {
  expect(key).toBe(expected)
})

test.each([
  [{ status: ['open'] }, '[{"filterName":"status","selected":["open"]}]'],
  [
    { status: ['open', 'done'], owner: ['a-b'] },
    '[{"filterName":"status","selected":["open","done"]},{"filterName":"owner","selected":["a-b"]}]',
  ],
  [{ status: ['open'], owner: [] }, '[{"filterName":"status","selected":["open"]}]'],
  [{ status: [] }, undefined],
  [{}, undefined],
])('filters %j are stored as %s and read back', (filters, stored) => {
  expect(stringifyStored(filters)).toBe(stored)
  const filled = Object.fromEntries(Object.entries(filters).filter(([, values]) => values.length > 0))
  expect(knownFilters(parseStored(stored), declaration)).toEqual(filled)
})

test('damaged, foreign or outdated stored filters are ignored', () => {
  expect(parseStored('{"a":1}')).toEqual([])
  expect(parseStored('not json')).toEqual([])
  const stored = parseStored(
    '[{"filterName":"status","selected":["done","gone"]},{"filterName":"constructor","selected":["x"]},{"selected":[]},7]',
  )
  expect(knownFilters(stored, declaration)).toEqual({ status: ['done'] })
})
