// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ListDeclaration } from '#shared/lists/list-declaration.ts'
import { show } from '#test/web.tsx'
import { locationOf } from '../../router/match.ts'
import { navigate } from '../../router/navigate.ts'
import { useListState } from './useListState.ts'

const declaration: ListDeclaration = {
  table: 'things',
  filters: { status: ['open', 'done'], owner: 'any' },
  ordering: ['title'],
  defaultOrdering: 'title',
}
const key = 'almoner.filters.7.things'
const done = '[{"filterName":"status","selected":["done"]}]'

function List() {
  const { state, setFilters, setSearch, goToPage, clearAll } = useListState(declaration, 7)
  return (
    <>
      <output>{JSON.stringify({ page: state.page, ...state.filters })}</output>
      <button onClick={() => setFilters({ ...state.filters, status: ['open'] })}>open</button>
      <button onClick={() => setFilters({})}>none</button>
      <button onClick={() => setSearch('')}>no search</button>
      <button onClick={() => goToPage(3)}>three</button>
      <button onClick={clearAll}>clear</button>
    </>
  )
}
const shown = () => screen.getByRole('status').textContent
const click = (name: string) => fireEvent.click(screen.getByText(name))

/** All effects have run. */
const settled = () => act(async () => undefined)

beforeEach(() => localStorage.clear())
afterEach(cleanup)

test('stored filters apply when the address has none, and are added to it', async () => {
  localStorage.setItem(key, done)
  const { address } = await show(<List />)
  expect(shown()).toBe('{"page":1,"status":["done"]}')
  await waitFor(() => expect(address()).toBe('/list/?status=done'))
})

test('the address wins over stored filters and leaves them unchanged', async () => {
  localStorage.setItem(key, done)
  const { address } = await show(<List />, '/list/?status=open&page=2')
  expect(shown()).toBe('{"page":2,"status":["open"]}')
  await settled()
  expect(localStorage.getItem(key)).toBe(done)
  void navigate(locationOf('/list/').href)
  await waitFor(() => expect(address()).toBe('/list/?status=done'))
})

test('a link without filters does not apply the stored ones and leaves them stored', async () => {
  localStorage.setItem(key, done)
  await show(<List />, '/list/?search=kita')
  expect(shown()).toBe('{"page":1}')
  await settled()
  expect(localStorage.getItem(key)).toBe(done)
})

test('a manual filter change after a link is stored together with the link’s filters', async () => {
  localStorage.setItem(key, done)
  await show(<List />, '/list/?owner=me')
  click('open')
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem(key)!)).toEqual([
      { filterName: 'owner', selected: ['me'] },
      { filterName: 'status', selected: ['open'] },
    ]),
  )
})

test('clearing a search does not apply stored filters and leaves them stored', async () => {
  localStorage.setItem(key, done)
  const { address } = await show(<List />, '/list/?search=kita')
  click('no search')
  await waitFor(() => expect(address()).toBe('/list/?page=1'))
  await settled()
  expect(shown()).toBe('{"page":1}')
  expect(localStorage.getItem(key)).toBe(done)
})

test('a new filter resets to page 1, a page change keeps the filter, and the address has both', async () => {
  const { address } = await show(<List />, '/list/?page=5')
  click('open')
  await waitFor(() => expect(address()).toBe('/list/?status=open'))
  click('three')
  await waitFor(() => expect(address()).toBe('/list/?page=3&status=open'))
  expect(shown()).toBe('{"page":3,"status":["open"]}')
})

test('removed filters stay removed, in storage too', async () => {
  localStorage.setItem(key, done)
  const { address } = await show(<List />)
  await waitFor(() => expect(address()).toBe('/list/?status=done'))
  click('none')
  await waitFor(() => expect(address()).toBe('/list/'))
  expect(shown()).toBe('{"page":1}')
  expect(localStorage.getItem(key)).toBeNull()
})

test('navigating to another page does not take this list’s filters along', async () => {
  localStorage.setItem(key, done)
  const { address } = await show(<List />)
  await waitFor(() => expect(address()).toBe('/list/?status=done'))
  void navigate(locationOf('/other/').href)
  await settled()
  expect(address()).toBe('/other/')
})

test('Back removes the filter again, whatever was stored meanwhile', async () => {
  const { address } = await show(<List />)
  click('open')
  await waitFor(() => expect(address()).toBe('/list/?status=open'))
  history.back()
  await waitFor(() => expect(shown()).toBe('{"page":1}'))
  await settled()
  expect(shown()).toBe('{"page":1}')
})

function OpenList() {
  const { state, setFilters } = useListState({ ...declaration, opensWith: { status: ['open'] } }, 7)
  return (
    <>
      <output>{JSON.stringify(state.filters)}</output>
      <button onClick={() => setFilters({})}>none</button>
    </>
  )
}

test('opening filters join the address, are not stored, and can be removed', async () => {
  const { address } = await show(<OpenList />)
  await waitFor(() => expect(address()).toBe('/list/?status=open'))
  expect(localStorage.getItem(key)).toBe(null)
  click('none')
  await waitFor(() => expect(address()).toBe('/list/?page=1'))
  await settled()
  expect(shown()).toBe('{}')
})
