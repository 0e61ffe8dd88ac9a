// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ListDeclaration } from '#shared/list-declaration.ts'
import { show } from '../../../test/web.tsx'
import { useListState } from './useListState.ts'

const declaration: ListDeclaration = {
  table: 'things',
  filters: { status: ['open', 'done'] },
  ordering: ['title'],
  defaultOrdering: 'title',
}
const key = 'almoner.filters.7.things'
const done = '[{"filterName":"status","selected":["done"]}]'

function List() {
  const { state, setFilters, goToPage, clearAll } = useListState(declaration, 7)
  return (
    <>
      <output>{JSON.stringify({ page: state.page, ...state.filters })}</output>
      <button onClick={() => setFilters({ status: ['open'] })}>open</button>
      <button onClick={() => setFilters({})}>none</button>
      <button onClick={() => goToPage(3)}>three</button>
      <button onClick={clearAll}>clear</button>
    </>
  )
}
const shown = () => screen.getByRole('status').textContent
const click = (name: string) => fireEvent.click(screen.getByText(name))

beforeEach(() => localStorage.clear())
afterEach(cleanup)

test('stored filters apply when the address says nothing, and join it', async () => {
  localStorage.setItem(key, done)
  const { address } = await show(<List />)
  expect(shown()).toBe('{"page":1,"status":["done"]}')
  await waitFor(() => expect(address()).toBe('/list/?status=done'))
})

test('the address wins over what is stored', async () => {
  localStorage.setItem(key, done)
  await show(<List />, '/list/?status=open&page=2')
  expect(shown()).toBe('{"page":2,"status":["open"]}')
  await waitFor(() => expect(localStorage.getItem(key)).toContain('open'))
})

test('a new filter starts on page 1, a page keeps the filter, both stand in the address', async () => {
  const { address } = await show(<List />, '/list/?page=5')
  click('open')
  await waitFor(() => expect(address()).toBe('/list/?status=open'))
  click('three')
  await waitFor(() => expect(address()).toBe('/list/?page=3&status=open'))
  expect(shown()).toBe('{"page":3,"status":["open"]}')
})

test('filters taken away stay away, in storage too', async () => {
  localStorage.setItem(key, done)
  const { address } = await show(<List />)
  await waitFor(() => expect(address()).toBe('/list/?status=done'))
  click('none')
  await waitFor(() => expect(address()).toBe('/list/'))
  expect(shown()).toBe('{"page":1}')
  expect(localStorage.getItem(key)).toBeNull()
})

test('a page that opens next is not given this list’s filters', async () => {
  localStorage.setItem(key, done)
  const { router, address } = await show(<List />)
  await waitFor(() => expect(address()).toBe('/list/?status=done'))
  await router.navigate({ href: '/nowhere/' })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(address()).toBe('/nowhere/')
})
